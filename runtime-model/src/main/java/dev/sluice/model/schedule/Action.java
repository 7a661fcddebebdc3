package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.List;

/** What is to be done, in the order in which it was decided. */
public sealed interface Action {
    /** Send these attempts to the worker, with the inputs of their units. */
    record Assign(WorkerId worker, int cycle, AttemptRun run) implements Action {}

    /** Give the application the results of [from, to), which are among those that just arrived. */
    record Accept(WorkerId worker, int cycle, long from, long to) implements Action {}

    /** Acknowledge and forget the results of [from, to), which are among those that just arrived. */
    record Discard(WorkerId worker, int cycle, long from, long to, DiscardReason reason) implements Action {}

    /** Ask the worker to send the results that it keeps. */
    record Collect(WorkerId worker, int cycle) implements Action {}

    /** Ask the worker to give back up to so many units that it has not started. */
    record Revoke(WorkerId worker, int cycle, long units) implements Action {}

    /** Give the parent back the units [from, to), which nobody here holds. */
    record GiveBack(int cycle, long from, long to) implements Action {}

    /** Tell a worker that returned to drop these: they are done, or given to another. */
    record DropHeld(WorkerId worker, HeldUnits units) implements Action {}

    /** Close the worker's connection, if there is one. */
    record Disconnect(WorkerId worker, ErrorCode code) implements Action {}

    /** The unit failed too often, or everywhere: it is given up. */
    record Quarantine(int cycle, long unit, List<UnitFailure> failures) implements Action {
        /** Workers that tried it, below sub-masters too. */
        public int workers() {
            long all = failures.stream().mapToLong(UnitFailure::workers).sum();
            return (int) Math.min(Integer.MAX_VALUE, all);
        }
    }

    /** No worker is left: the run waits for one to join. Said once per drought. */
    record WaitForWorkers() implements Action {}

    /** Every unit of the cycle is accepted, quarantined or dropped: nothing of it is outstanding any more. */
    record FinishCycle(int cycle) implements Action {}

    /** The run was stopped and nothing is outstanding. */
    record FinishStop() implements Action {}
}
