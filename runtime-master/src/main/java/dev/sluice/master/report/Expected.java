package dev.sluice.master.report;

import org.jspecify.annotations.Nullable;

/**
 * What models said of a run, beside what happened.
 *
 * @param prediction null when there was none
 * @param unitsPerSecondAllowed by the flow model, from what the run itself measured; null when it cannot tell
 * @param why what limits that rate, or why there is none
 * @param tree whether sub-masters paid; null without, or where nothing was said of them
 */
public record Expected(
        @Nullable Foretold prediction,
        @Nullable Double unitsPerSecondAllowed,
        String why,
        TreeForetold.@Nullable Outcome tree) {
    /**
     * A prediction and what came of it.
     *
     * @param actualSeconds of the same: the run, or its first cycle
     * @param firstCycle whether only the first cycle was predicted
     * @param keptUnits whose results were taken from the prediction instead of being computed
     */
    public record Foretold(
            double predictedSeconds, double low, double high, double actualSeconds, boolean firstCycle, int keptUnits) {
        /** How much too high, as a fraction of what happened. */
        public double error() {
            return predictedSeconds / actualSeconds - 1;
        }
    }

    public static Expected nothing(String why) {
        return new Expected(null, null, why, null);
    }
}
