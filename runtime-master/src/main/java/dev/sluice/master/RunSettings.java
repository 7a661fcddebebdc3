package dev.sluice.master;

import dev.sluice.master.files.Jars;
import dev.sluice.master.tune.Replanning;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.RunId;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.payload.SpillSpace;
import java.nio.file.Path;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run, concluded before anything starts.
 *
 * @param rules how work is divided; planned weights are those of earlier runs or of a plan
 * @param units how workers treat units
 * @param nonces random source of the scheduler
 * @param takeover how the run outlasts its master
 * @param changes the terms of changes while the run goes on
 * @param sites names of the links to this master that hosts share, by host name or address; empty if unknown
 */
public record RunSettings(
        RunId run,
        Jars jars,
        RunRules rules,
        UnitTerms units,
        Limits limits,
        RandomGenerator nonces,
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
        return new RunSettings(
                run,
                jars,
                rules.with(rules.handout().copying(0)),
                units,
                limits,
                nonces,
                takeover,
                new Changes(changes.active(), false, changes.tuned(), changes.planned()),
                sites);
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

        /** Time in which the workers of a lost master register at the next one with their units [ns]. */
        private static final long SURVIVORS_NANOS = 2_500_000_000L;

        /** How long the first cycle of this master is for the workers of the lost one [ns]. */
        long survivorsNanos() {
            return epoch > 1 && orphanNanos > 0 ? SURVIVORS_NANOS : 0;
        }
    }

    /**
     * The terms of changes while the run goes on.
     *
     * @param active workers at work at first; the others join parked; 0: all are at work
     * @param copies whether units may ever be copied in the tail of a cycle; not if results are accumulated
     * @param tuned how the tree or the number of workers is tuned; null if both stay
     * @param planned how the rest is planned again when beliefs break; null if it is not
     */
    public record Changes(
            int active, boolean copies, @Nullable TuningTerms tuned, Replanning.@Nullable Terms planned) {
        /** All workers are at work, and nothing is tuned. */
        public static final Changes USUAL = new Changes(0, true, null);

        /** The rest is not planned again. */
        public Changes(int active, boolean copies, @Nullable TuningTerms tuned) {
            this(active, copies, tuned, null);
        }
    }

    /** Space for setups that are large compared to this process's memory. */
    public SpillSpace setups() {
        return new SpillSpace(
                limits.results().directory(),
                Long.MAX_VALUE,
                () -> Runtime.getRuntime().maxMemory() / 4);
    }

    /**
     * Limits of the run.
     *
     * @param failures what failures mean for the run
     * @param results budget for results received and not yet accepted
     * @param probeBytes that may be sent and received to measure links [bytes/min]
     */
    public record Limits(FailureTerms failures, Budget results, long probeBytes) {}

    /**
     * Limits of results that are received and not yet accepted.
     *
     * @param memoryBytes all workers together; each has its part, and a result larger than that goes to a file
     * @param diskBytes of all files together
     * @param directory of the files
     */
    public record Budget(long memoryBytes, long diskBytes, Path directory) {}
}
