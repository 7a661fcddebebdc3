package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Load;
import dev.sluice.model.policy.PolicyName;
import java.util.Locale;

/** What is meant to bound a run in the test network with ports of 100 Mbit/s (model.md §9). A cycle takes about 2 s. */
enum TestRegime {
    /** Slots: units of 20 ms on average, uneven; results of next to nothing. */
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
    /** The master: it takes a result for as long as a worker needs to make one. */
    OVERHEAD {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(2000, "fixed:1ms", "100B", 1_000_000, "auto");
        }
    },
    /** Messages: a slot has one chunk at a time, so that it waits for a round trip between two. */
    ROUND_TRIPS {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(1500L * workers, "fixed:1ms", "100B", 0, "0");
        }
    },
    /** Slots and the master's port alike: the one for 2 s, the other for 1.7 s of a cycle. */
    MIXED {
        @Override
        Load load(PolicyName policy, int workers) {
            return new Load(400, "exponential:" + 5 * workers + "ms", "50kB", 0, "auto");
        }
    };

    /** What the emulator does under this policy with so many workers of one slot. */
    abstract Load load(PolicyName policy, int workers);

    /** As it is called in figures. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
