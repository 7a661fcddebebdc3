package dev.sluice.model.schedule;

import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.ChunkPolicy;
import java.util.List;

/**
 * The state of a scheduler in the middle of a cycle, or between two cycles. A {@link Scheduler} that is created from it
 * continues the cycle. All times are relative to the moment of the state, so that another clock may continue it.
 *
 * <p>A unit that failed and waits for a retry is in the pool; its failures are forgotten.
 *
 * @param cycle the latest cycle; -1 before the first
 * @param units units of the open cycle; 0 between two cycles
 * @param finished units that are accepted or given up
 * @param pool units that no worker holds
 * @param handout how units are handed out
 * @param policy how far the policy of this hand-out is
 * @param workers the connected workers, in the order of their ids
 * @param kinds units that need other than one slot, or have a priority
 */
public record OpenCycle(
        int cycle,
        long units,
        UnitRanges finished,
        UnitRanges pool,
        Handout handout,
        PolicyCourse policy,
        List<OpenWorker> workers,
        List<Event.Sized> kinds) {
    public OpenCycle {
        workers = List.copyOf(workers);
        kinds = List.copyOf(kinds);
    }

    /**
     * A policy in the middle of a cycle. It must not be used itself, but by {@link ChunkPolicy#continued}.
     *
     * @param units units that it began with: N
     * @param number allocations that it made
     */
    public record PolicyCourse(ChunkPolicy policy, long units, long number) {}

    /**
     * One worker.
     *
     * @param parked true while the run goes on without it
     * @param leaving true if it finishes what it computes, and leaves
     * @param hasSetup false while its setup waits for its turn
     * @param held what it holds, the oldest first
     * @param running units that it is presumably computing, at most one per slot
     * @param offer its resources
     */
    public record OpenWorker(
            WorkerId id,
            int slots,
            boolean parked,
            boolean leaving,
            boolean hasSetup,
            Times times,
            List<HeldRun> held,
            List<RunningAge> running,
            Offer offer) {
        public OpenWorker {
            held = List.copyOf(held);
            running = List.copyOf(running);
        }

        /** The same worker under another id. */
        public OpenWorker withId(WorkerId other) {
            return new OpenWorker(other, slots, parked, leaving, hasSetup, times, held, running, offer);
        }

        /** The times of its units. */
        public UnitPace pace() {
            return times.pace;
        }

        /** Its round trips. */
        public RoundTrip trip() {
            return times.trip;
        }
    }

    /**
     * The times of a worker.
     *
     * @param pace the times of its units
     * @param turnaround times from the begin of its units to their results
     * @param trip its round trips
     */
    public record Times(UnitPace pace, UnitPace turnaround, RoundTrip trip) {}

    /**
     * Times of a worker's units.
     *
     * @param expectedSeconds expected before any was timed [s]; 0 if unknown
     * @param timed units timed in the run
     * @param counted number of units that mean and variance cover
     * @param meanSeconds their mean [s]; 0 if none was timed
     * @param variance their sample variance [s²]
     */
    public record UnitPace(double expectedSeconds, long timed, double counted, double meanSeconds, double variance) {
        /** The mean of the timed units, else the expected time [s]; 0 if unknown. */
        public double seconds() {
            return timed > 0 ? meanSeconds : expectedSeconds;
        }
    }

    /**
     * Round trips of a worker, which decide how far it is fed ahead [ns].
     *
     * @param nanos forecast; negative before the first
     * @param errorNanos mean forecast error
     * @param queueNanos mean wait of a large result for a shared link
     * @param ceilingNanos greatest time that it is fed ahead for
     * @param unitNanos forecast time of a unit; negative before the first
     */
    public record RoundTrip(
            double nanos, double errorNanos, double queueNanos, double ceilingNanos, double unitNanos) {}

    /**
     * Attempts that a worker holds.
     *
     * @param copy true if another worker held the same units when they were assigned
     * @param open units that it owes under these attempts
     * @param completed open units that it has computed and whose results it defers
     */
    public record HeldRun(AttemptRun run, boolean copy, UnitRanges open, UnitRanges completed) {}

    /** A unit that is being computed for this long [ns]. */
    public record RunningAge(long unit, long ageNanos) {}

    /** True if no unit is left: the next cycle has not begun. */
    public boolean isOver() {
        return finished.size() == units;
    }

    /** Units of the cycle that are not finished. */
    public long leftUnits() {
        return units - finished.size();
    }
}
