package dev.sluice.model.simulate;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;

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
        return new SimulationTerms(
                other,
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

    /** With these weights, where the policy has none of its own. */
    public SimulationTerms withWeighting(Weighting other) {
        return new SimulationTerms(
                policy,
                other,
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

    /** With so many chunks ahead of each slot, or {@link SchedulerConfig#AUTO}. */
    public SimulationTerms withPrefetch(int other) {
        return new SimulationTerms(
                policy,
                weighting,
                other,
                speculation,
                results,
                congestion,
                network,
                resultMemoryBytes,
                packetBytes,
                script,
                seed);
    }

    /** With so many copies in the tail [% of a cycle's units]. */
    public SimulationTerms withSpeculation(int other) {
        return new SimulationTerms(
                policy,
                weighting,
                prefetch,
                other,
                results,
                congestion,
                network,
                resultMemoryBytes,
                packetBytes,
                script,
                seed);
    }

    /** With results that come back so. */
    public SimulationTerms withResults(ResultsKind other) {
        return new SimulationTerms(
                policy,
                weighting,
                prefetch,
                speculation,
                other,
                congestion,
                network,
                resultMemoryBytes,
                packetBytes,
                script,
                seed);
    }

    /** With grants by this mode. */
    public SimulationTerms withCongestion(GrantMode other) {
        return new SimulationTerms(
                policy,
                weighting,
                prefetch,
                speculation,
                results,
                other,
                network,
                resultMemoryBytes,
                packetBytes,
                script,
                seed);
    }

    /** On a network of this kind. */
    public SimulationTerms withNetwork(NetworkKind other) {
        return new SimulationTerms(
                policy,
                weighting,
                prefetch,
                speculation,
                results,
                congestion,
                other,
                resultMemoryBytes,
                packetBytes,
                script,
                seed);
    }

    /** With so much room for results [bytes]. */
    public SimulationTerms withResultMemory(long bytes) {
        return new SimulationTerms(
                policy,
                weighting,
                prefetch,
                speculation,
                results,
                congestion,
                network,
                bytes,
                packetBytes,
                script,
                seed);
    }

    /** With packets of at most so many bytes. */
    public SimulationTerms withPacketBytes(int bytes) {
        return new SimulationTerms(
                policy,
                weighting,
                prefetch,
                speculation,
                results,
                congestion,
                network,
                resultMemoryBytes,
                bytes,
                script,
                seed);
    }

    /** While this happens. */
    public SimulationTerms withScript(Script other) {
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
                other,
                seed);
    }

    /** With another seed. */
    public SimulationTerms withSeed(long other) {
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
                other);
    }
}
