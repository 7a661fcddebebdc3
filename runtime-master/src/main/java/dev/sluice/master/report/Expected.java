package dev.sluice.master.report;

import dev.sluice.model.record.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expectations of models, next to the measured run.
 *
 * @param prediction null if there was none
 * @param unitsPerSecondAllowed upper bound of the flow model, from the run's own measurements; null if unknown
 * @param why the limit of that rate, or why it is unknown
 * @param tree whether sub-masters were faster; null without sub-masters or without a prediction
 * @param gains what the run could have been
 */
public record Expected(
        @Nullable Foretold prediction,
        @Nullable Double unitsPerSecondAllowed,
        String why,
        TreeForetold.@Nullable Outcome tree,
        Gains gains) {
    /**
     * A prediction and the actual time.
     *
     * @param actualSeconds of the same: the run, or its first cycle
     * @param firstCycle whether only the first cycle was predicted
     * @param asked whether the user asked for the prediction; otherwise it follows from earlier runs
     * @param shown whether the user saw it when the run began
     * @param keptUnits units whose results were taken from the prediction instead of being computed
     */
    public record Foretold(
            double predictedSeconds,
            double low,
            double high,
            double actualSeconds,
            boolean firstCycle,
            boolean asked,
            boolean shown,
            int keptUnits) {
        /** The relative error of the prediction, as a fraction of the actual time; positive if it was too high. */
        public double error() {
            return predictedSeconds / actualSeconds - 1;
        }
    }

    /**
     * Changes of the run and their effects, by the model with the run's own measurements.
     *
     * @param efficiency rate since the first slot over the allowed rate, 0 to 1; null if that is unknown
     * @param modelError of the same run by the model: predicted over actual time, less 1; null if it was not simulated
     * @param changes by gain, the largest first
     * @param note why there are no changes; empty if there are
     */
    public record Gains(
            @Nullable Double efficiency, @Nullable Double modelError, List<RunView.Change> changes, String note) {
        /** Nothing is known. */
        public static final Gains NONE = new Gains(null, null, List.of(), "");

        public Gains {
            changes = List.copyOf(changes);
        }
    }

    public static Expected nothing(String why) {
        return new Expected(null, null, why, null, Gains.NONE);
    }
}
