package dev.sluice.master;

import dev.sluice.model.RunId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.SpillSpace;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * All that a run is started with, concluded before anything starts.
 *
 * @param results budget for results received and not yet accepted
 * @param congestion how many large results may be on their way at once
 * @param prefetch chunks ahead for each slot, or {@link dev.sluice.model.schedule.SchedulerConfig#AUTO}
 * @param speculation units of a cycle that may be copied in its tail, in percent
 * @param keepGoing whether a run with units that were given up is complete all the same
 * @param units how workers are to treat units
 * @param nonces source of chance for the scheduler
 * @param unitSeconds what a unit is expected to take on a slot of a host, by its name [s]; without those of which
 *     nothing is known, or too little
 * @param probeBytes that may be sent and received to measure links [bytes/min]
 */
public record RunSettings(
        RunId run,
        Jars jars,
        PolicyName policy,
        Weighting weighting,
        int prefetch,
        int speculation,
        int maxFailures,
        boolean keepGoing,
        Budget results,
        GrantMode congestion,
        UnitTerms units,
        RandomGenerator nonces,
        Map<String, Double> unitSeconds,
        long probeBytes) {
    public RunSettings {
        unitSeconds = Map.copyOf(unitSeconds);
    }

    /** The same for workers that fold results into one value: none is copied, for it could not be told apart. */
    public RunSettings withoutCopies() {
        return new RunSettings(
                run,
                jars,
                policy,
                weighting,
                prefetch,
                0,
                maxFailures,
                keepGoing,
                results,
                congestion,
                units,
                nonces,
                unitSeconds,
                probeBytes);
    }

    /** Where setups go that are large beside this process's memory. */
    public SpillSpace setups() {
        return new SpillSpace(
                results.directory(), Long.MAX_VALUE, () -> Runtime.getRuntime().maxMemory() / 4);
    }

    /**
     * What results may take that are received and not yet accepted.
     *
     * @param memoryBytes all workers together; each has its part, and what is larger than that goes into a file
     * @param diskBytes of all files together
     * @param directory of the files
     */
    public record Budget(long memoryBytes, long diskBytes, Path directory) {}
}
