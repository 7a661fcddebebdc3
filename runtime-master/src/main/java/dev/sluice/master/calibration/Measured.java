package dev.sluice.master.calibration;

/**
 * What one step cost per unit, on average over all its units but the first: clock, and processor time of each thread
 * that served it [ns].
 *
 * @param units that these are the average of
 * @param clockNanos between two results, less what the unit between them waited
 * @param slotNanos of all slots together, less what the unit computed
 */
public record Measured(
        Step step,
        long units,
        double clockNanos,
        double masterLoopNanos,
        double applicationNanos,
        double workerLoopNanos,
        double slotNanos) {
    static Measured of(Step step, Spent master, Spent worker) {
        double units = step.units() - 1.0;
        return new Measured(
                step,
                step.units() - 1L,
                (master.clock() - worker.waited()) / units,
                master.loop() / units,
                master.callers() / units,
                worker.loop() / units,
                Math.max(0, worker.callers() - worker.spun()) / units);
    }
}
