package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.rules.Closing;

/** Listens to a run, on the master loop; must not block. */
public interface RunListener {
    void joined(WorkerEntry entry, boolean again);

    /** The number of slots below a sub-master changed. */
    default void branched(WorkerEntry entry) {}

    /** The worker asked to leave, and finishes its running units. */
    void leaving(WorkerEntry entry, String reason);

    void left(WorkerEntry entry, Closing why);

    default void quarantined(Action.Quarantine quarantine) {}

    /**
     * A unit computes for unusually long at this worker, or below this sub-master, or the worker prepares for it that
     * long. Called once for each in a cycle, and again for a unit that was named before any had ended.
     *
     * @param medianNanos of the units of the cycle so far [ns]; 0 if none has ended
     */
    default void longUnit(WorkerEntry entry, LongUnit unit, long medianNanos) {}

    /**
     * The host of this worker is excluded from the run for a while, or takes part again.
     *
     * @param line says so, with the reason
     */
    default void hostJudged(WorkerEntry entry, String line) {}

    /**
     * A setting of the run has changed: by a tuner, an operator, or because units kill workers.
     *
     * @param kind of the decision: policy, workers, tree or isolation
     */
    default void tuned(String kind, String what, String why) {}

    /** A method of the application on this master has not returned for long; called once for each such call. */
    default void stuck(String line) {}

    /** No worker is connected; the run waits. */
    void drought();

    /** A cycle with this number of units begins; if it is open, more may come. */
    default void cycleBegun(int number, long units, boolean open) {}

    /** The run is over and accepts no more workers; connected workers are told to leave next. Called once. */
    default void ending() {}

    /** The run is over and all workers are gone. Called once. */
    void ended(RunEnd how);
}
