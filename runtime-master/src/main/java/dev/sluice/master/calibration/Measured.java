package dev.sluice.master.calibration;

import java.util.List;
import java.util.function.ToDoubleFunction;

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
    /** Of several of the same step, the median of each figure by itself. */
    public static Measured median(List<Measured> alike) {
        return new Measured(
                alike.get(0).step,
                alike.get(0).units,
                median(alike, Measured::clockNanos),
                median(alike, Measured::masterLoopNanos),
                median(alike, Measured::applicationNanos),
                median(alike, Measured::workerLoopNanos),
                median(alike, Measured::slotNanos));
    }

    private static double median(List<Measured> alike, ToDoubleFunction<Measured> figure) {
        double[] sorted = alike.stream().mapToDouble(figure).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

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
