package dev.sluice.master;

import dev.sluice.master.files.Jars;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.RunId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.failure.FailureLimit;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.payload.SpillSpace;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run, concluded before anything starts.
 *
 * @param results budget for results received and not yet accepted
 * @param setupOrder in which order workers get the setup of a cycle
 * @param congestion how many large results may be in transit at once
 * @param prefetch chunks ahead for each slot, or {@link dev.sluice.model.schedule.SchedulerConfig#AUTO}
 * @param speculation units of a cycle that may be copied in its tail [percent]
 * @param maxFailures workers on which a unit may fail before it is given up
 * @param keepGoing whether a run is complete although units were given up
 * @param stopAt failed units at which the run stops
 * @param units how workers treat units
 * @param nonces random source of the scheduler
 * @param planned expected times of units by host, as earlier runs or a plan have them
 * @param probeBytes that may be sent and received to measure links [bytes/min]
 * @param takeover how the run outlasts its master
 * @param changes the terms of changes while the run goes on
 * @param sites names of the links to this master that hosts share, by host name or address; empty if unknown
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
        FailureLimit stopAt,
        Budget results,
        SetupOrder setupOrder,
        GrantMode congestion,
        UnitTerms units,
        RandomGenerator nonces,
        PlannedWeights planned,
        long probeBytes,
        Takeover takeover,
        Changes changes,
        Map<String, String> sites) {
    public RunSettings {
        sites = Map.copyOf(sites);
    }

    /**
     * The same settings for accumulated results. No unit is copied, because a copy could not be removed from an
     * accumulated value.
     */
    public RunSettings withoutCopies() {
        return with(jars, 0, takeover, new Changes(changes.active(), false, changes.tuned()), units);
    }

    /**
     * The same settings for an application that loads a state: unless the user asks for it, its units are never
     * isolated, because each process would load the state again.
     */
    public RunSettings keepingState() {
        boolean open = units.isolation() == Isolation.AUTO;
        return with(
                jars,
                speculation,
                takeover,
                changes,
                open ? new UnitTerms(units.timeoutNanos(), Isolation.OFF) : units);
    }

    /** The same settings with other jars and files. */
    public RunSettings with(Jars others) {
        return with(others, speculation, takeover, changes, units);
    }

    /**
     * How a run outlasts the loss of its master.
     *
     * @param epoch rises each time a master takes the run over; 1 at first
     * @param orphanNanos how long workers keep what they hold for the next master; 0 if no master will follow [ns]
     */
    public record Takeover(long epoch, long orphanNanos) {
        /** The first master of a run, which nobody can follow. */
        public static final Takeover NONE = new Takeover(1, 0);
    }

    /**
     * The terms of changes while the run goes on.
     *
     * @param active workers at work at first; the others join parked; 0: all are at work
     * @param copies whether units may ever be copied in the tail of a cycle; not if results are accumulated
     * @param tuned how the tree or the number of workers is tuned; null if both stay
     */
    public record Changes(
            int active, boolean copies, @Nullable TuningTerms tuned) {
        /** All workers are at work, and nothing is tuned. */
        public static final Changes USUAL = new Changes(0, true, null);
    }

    /** The same settings for a master that others may follow. */
    public RunSettings with(Takeover other) {
        return with(jars, speculation, other, changes, units);
    }

    private RunSettings with(
            Jars otherJars, int copies, Takeover otherTakeover, Changes otherChanges, UnitTerms otherUnits) {
        return new RunSettings(
                run,
                otherJars,
                policy,
                weighting,
                prefetch,
                copies,
                maxFailures,
                keepGoing,
                stopAt,
                results,
                setupOrder,
                congestion,
                otherUnits,
                nonces,
                planned,
                probeBytes,
                otherTakeover,
                otherChanges,
                sites);
    }

    /** Space for setups that are large compared to this process's memory. */
    public SpillSpace setups() {
        return new SpillSpace(
                results.directory(), Long.MAX_VALUE, () -> Runtime.getRuntime().maxMemory() / 4);
    }

    /**
     * Limits of results that are received and not yet accepted.
     *
     * @param memoryBytes all workers together; each has its part, and a result larger than that goes to a file
     * @param diskBytes of all files together
     * @param directory of the files
     */
    public record Budget(long memoryBytes, long diskBytes, Path directory) {}
}
