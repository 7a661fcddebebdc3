package dev.sluice.model.simulate;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.function.Consumer;

/**
 * How a simulated run is run: the options of {@code sluice run}, and what is the simulator's own.
 *
 * @param prefetch as in {@link SchedulerConfig}
 * @param speculation as in {@link SchedulerConfig}; copies are not made of accumulated units
 * @param resultMemoryBytes results that may be on the way or wait at the master, all together
 * @param packetBytes the largest part of a transfer that holds a link at once
 * @param script what happens to machines and links on the way
 * @param seed the only source of chance; the same terms give the same report
 */
public record SimulationTerms(
        PolicyName policy,
        Weighting weighting,
        int prefetch,
        int speculation,
        ResultsKind results,
        GrantMode congestion,
        NetworkKind network,
        long resultMemoryBytes,
        int packetBytes,
        Script script,
        long seed) {
    /** Those of a run without options, but for its policy. */
    public static final SimulationTerms DEFAULT = new SimulationTerms(
            PolicyName.SS,
            Weighting.EQUAL,
            SchedulerConfig.AUTO,
            SchedulerConfig.DEFAULT_SPECULATION,
            ResultsKind.EACH,
            GrantMode.ADAPTIVE,
            NetworkKind.PACKETS,
            1L << 30,
            16 << 10,
            Script.EMPTY,
            1);

    public SimulationTerms {
        if (resultMemoryBytes < 1 || packetBytes < 1) {
            throw new IllegalArgumentException("result memory of " + resultMemoryBytes + " bytes, packets of "
                    + packetBytes + " bytes (expected: at least 1)");
        }
    }

    /** With this policy. */
    public SimulationTerms withPolicy(PolicyName other) {
        return with(draft -> draft.policy = other);
    }

    /** With these weights, where the policy has none of its own. */
    public SimulationTerms withWeighting(Weighting other) {
        return with(draft -> draft.weighting = other);
    }

    /** With so many chunks ahead of each slot, or {@link SchedulerConfig#AUTO}. */
    public SimulationTerms withPrefetch(int other) {
        return with(draft -> draft.prefetch = other);
    }

    /** With so many copies in the tail [% of a cycle's units]. */
    public SimulationTerms withSpeculation(int other) {
        return with(draft -> draft.speculation = other);
    }

    /** With results that come back so. */
    public SimulationTerms withResults(ResultsKind other) {
        return with(draft -> draft.results = other);
    }

    /** With grants by this mode. */
    public SimulationTerms withCongestion(GrantMode other) {
        return with(draft -> draft.congestion = other);
    }

    /** On a network of this kind. */
    public SimulationTerms withNetwork(NetworkKind other) {
        return with(draft -> draft.network = other);
    }

    /** With so much room for results [bytes]. */
    public SimulationTerms withResultMemory(long bytes) {
        return with(draft -> draft.resultMemoryBytes = bytes);
    }

    /** With packets of at most so many bytes. */
    public SimulationTerms withPacketBytes(int bytes) {
        return with(draft -> draft.packetBytes = bytes);
    }

    /** While this happens. */
    public SimulationTerms withScript(Script other) {
        return with(draft -> draft.script = other);
    }

    /** With another seed. */
    public SimulationTerms withSeed(long other) {
        return with(draft -> draft.seed = other);
    }

    private SimulationTerms with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.terms();
    }

    /** Terms of which one is changed. */
    private static final class Draft {
        PolicyName policy;
        Weighting weighting;
        int prefetch;
        int speculation;
        ResultsKind results;
        GrantMode congestion;
        NetworkKind network;
        long resultMemoryBytes;
        int packetBytes;
        Script script;
        long seed;

        Draft(SimulationTerms of) {
            policy = of.policy;
            weighting = of.weighting;
            prefetch = of.prefetch;
            speculation = of.speculation;
            results = of.results;
            congestion = of.congestion;
            network = of.network;
            resultMemoryBytes = of.resultMemoryBytes;
            packetBytes = of.packetBytes;
            script = of.script;
            seed = of.seed;
        }

        SimulationTerms terms() {
            return new SimulationTerms(
                    policy,
                    weighting,
                    prefetch,
                    speculation,
                    results,
                    congestion,
                    network,
                    resultMemoryBytes,
                    packetBytes,
                    script,
                    seed);
        }
    }
}
