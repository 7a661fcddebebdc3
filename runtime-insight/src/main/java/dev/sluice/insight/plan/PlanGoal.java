package dev.sluice.insight.plan;

import dev.sluice.model.flow.Host;
import dev.sluice.model.forecast.Calibration;
import org.jspecify.annotations.Nullable;

/**
 * The purpose of a plan.
 *
 * @param objective by which plans are compared
 * @param starts of workers
 * @param calibration of forecasts by outcomes of earlier runs
 * @param cycles number of cycles that the run has, all like the planned one
 * @param here this machine, which is considered alone as well; null if it is not
 */
public record PlanGoal(
        PlanObjective objective,
        PlanStarts starts,
        Calibration calibration,
        int cycles,
        @Nullable Host here) {
    /** The highest rate. */
    public static final PlanGoal RATE =
            new PlanGoal(new PlanObjective.Rate(), PlanStarts.NOTHING, Calibration.SHIPPED, 1, null);
}
