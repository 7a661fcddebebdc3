package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.net.rules.Closing;

/** Told what happens to a run, on the master loop; must not block. */
public interface RunListener {
    void joined(WorkerEntry entry, boolean again);

    /** A sub-master stands for another number of slots. */
    default void branched(WorkerEntry entry) {}

    /** It asked to leave, and finishes what it runs. */
    void leaving(WorkerEntry entry, String reason);

    void left(WorkerEntry entry, Closing why);

    void quarantined(Action.Quarantine quarantine);

    /** No worker is left; the run waits. */
    void drought();

    /** The application says how many units there are to compute. */
    default void cycleBegun(int number, long units) {}

    /** The run is over, and takes no workers any more; those that are there are told to leave next. Once. */
    void ending();

    /** The run is over and all workers are gone; once. */
    void ended(RunEnd how);
}
