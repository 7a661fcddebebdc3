package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.List;

/** An instruction of the scheduler. The driver carries out instructions in the order in which they were decided. */
public sealed interface Action {
    /**
     * Send these attempts, with the inputs of their units, to the worker.
     *
     * @param copy whether another worker computes the same unit
     */
    record Assign(WorkerId worker, int cycle, AttemptRun run, boolean copy) implements Action {}

    /** Give the application the results of [from, to). They are part of the results that just arrived. */
    record Accept(WorkerId worker, int cycle, long from, long to) implements Action {}

    /** Acknowledge and forget the results of [from, to). They are part of the results that just arrived. */
    record Discard(WorkerId worker, int cycle, long from, long to, DiscardReason reason) implements Action {}

    /** Ask the worker to send its deferred results. */
    record Collect(WorkerId worker, int cycle) implements Action {}

    /** Ask the worker to give back up to {@code units} units that it has not started. */
    record Revoke(WorkerId worker, int cycle, long units) implements Action {}

    /** Give the units [from, to) back to the parent. No worker below holds any of them. */
    record GiveBack(int cycle, long from, long to) implements Action {}

    /** Tell a worker that returned to drop these units: they are finished or assigned to another worker. */
    record DropHeld(WorkerId worker, HeldUnits units) implements Action {}

    /** Close the worker's connection, if there is one. */
    record Disconnect(WorkerId worker, ErrorCode code) implements Action {}

    /** Give up a unit that failed too often, or on every worker. */
    record Quarantine(int cycle, long unit, List<UnitFailure> failures) implements Action {
        /** The failure on the last worker that tried the unit. */
        public UnitFailure latest() {
            return failures.get(failures.size() - 1);
        }

        /** Number of workers that tried the unit, including workers below sub-masters. */
        public int workers() {
            long all = failures.stream().mapToLong(UnitFailure::workers).sum();
            return (int) Math.min(Integer.MAX_VALUE, all);
        }
    }

    /** The worker is not parked any more, or was not parked at all, because the run cannot go on without it. */
    record Unparked(WorkerId worker) implements Action {}

    /**
     * Report that nothing has come back from the worker for very long, while others are idle. Its units are copied if
     * copies are allowed. Written again only after a unit has come back, or in another cycle.
     *
     * @param units that it is yet to compute
     * @param nanos age of the youngest unit that it presumably computes [ns]
     */
    record WorkerOverdue(WorkerId worker, long units, long nanos) implements Action {}

    /**
     * The run goes on without these workers, which are all of one host: units fail there that other hosts compute. They
     * hand back what they have not started.
     *
     * @param pauseNanos time until one of them gets a unit as a probe [ns]
     * @param units that failed on the host
     * @param why the latest failure
     * @param again whether the host was excluded before and has just been probed
     */
    record HostExcluded(List<WorkerId> workers, long pauseNanos, int units, UnitFailure why, boolean again)
            implements Action {}

    /** A worker of an excluded host has joined; the run goes on without it, too. */
    record WorkerBarred(WorkerId worker) implements Action {}

    /** This worker of an excluded host gets one unit. */
    record HostProbed(WorkerId worker) implements Action {}

    /** Lets these workers, which are all of an excluded host, take work again. */
    record HostAdmitted(List<WorkerId> workers) implements Action {}

    /**
     * No worker can ever compute these units: none that is here, and none is expected. Written once for each kind of
     * units in a cycle.
     *
     * @param unit the first of them
     * @param units their number
     * @param offers what single workers offer; empty if the run itself has too little
     */
    record RefuseUnits(int cycle, long unit, long units, Amounts needs, List<Amounts> offers) implements Action {
        /** Says what is needed, and what there is. */
        public String text() {
            String which = "unit " + unit + " of cycle " + cycle;
            String need = units == 1 ? which + " needs " : which + " and " + (units - 1) + " more need ";
            String has = offers.isEmpty()
                    ? "the run has less (expected: at most what --resource gives the run)"
                    : "no host has that (expected: at most "
                            + String.join(
                                    ", or ", offers.stream().map(Amounts::words).toList()) + ")";
            return need + needs.words() + "; " + has;
        }
    }

    /** Report that no worker is left and that the run waits for one to join. Written once until a worker joins. */
    record WaitForWorkers() implements Action {}

    /** Ask the source of the open cycle for units, while the cycle has fewer than {@code upTo} in all. */
    record WantUnits(int cycle, long upTo) implements Action {}

    /** The open cycle has so many units, and all of them are finished. Written once for each number of units. */
    record RunDry(int cycle, long units) implements Action {}

    /** Every unit of the cycle is accepted, quarantined or dropped. None is outstanding. */
    record FinishCycle(int cycle) implements Action {}

    /** The run was stopped and nothing is outstanding. */
    record FinishStop() implements Action {}

    /** Why a result that arrived is acknowledged and forgotten. */
    enum DiscardReason {
        /** The unit's result was accepted before. */
        DUPLICATE,
        /** No such attempt is outstanding. */
        UNKNOWN,
        /** The attempt belongs to another worker. */
        NOT_OWNER,
        /** The result belongs to a cycle that is over. */
        STALE
    }
}
