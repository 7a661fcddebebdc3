package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Load;
import dev.sluice.model.policy.PolicyName;
import java.util.Locale;

/** The intended bottleneck of a run in the test network with ports of 100 Mbit/s. A cycle takes about 2 s. */
enum TestRegime {
    /** Slots: uneven units of 20 ms on average, with tiny results. */
    COMPUTATION {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(100L * workers, "exponential:20ms", "1kB", 0, "auto");
        }
    },
    /** The master's port: a worker makes results three times as fast as it can send them. */
    COMMUNICATION {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(120, "fixed:5ms", "200kB", 0, "auto");
        }
    },
    /** The master: accepting a result takes as long as computing it. */
    OVERHEAD {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(2000, "fixed:1ms", "100B", 1_000_000, "auto");
        }
    },
    /** Messages: a slot has one chunk at a time, and waits for a round trip between two chunks. */
    ROUND_TRIPS {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(1500L * workers, "fixed:1ms", "100B", 0, "0");
        }
    },
    /** Slots and the master's port: 2 s and 1.7 s of a cycle. */
    MIXED {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(400, "exponential:" + 5 * workers + "ms", "50kB", 0, "auto");
        }
    };

    /** The emulator's load under this policy, with this number of workers of one slot. */
    abstract Load load(PolicyName policy, int workers);

    /** The name in figures. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
