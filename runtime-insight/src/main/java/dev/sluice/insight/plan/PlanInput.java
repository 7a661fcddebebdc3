package dev.sluice.insight.plan;

import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.predict.PredictedCycle;
import org.jspecify.annotations.Nullable;

/**
 * The input of a plan: equal inputs lead to equal plans, whichever command makes them.
 *
 * @param application its name, or null
 * @param machines that may take part, as they are believed to be
 * @param work what there is to do
 * @param simulated how runs are simulated
 * @param roles which hosts may do what
 * @param named number of candidates for the master that the plan names
 * @param flowOnly whether nothing is simulated
 */
public record PlanInput(
        @Nullable String application,
        MachineKnowledge machines,
        Work work,
        Planner.Simulated simulated,
        PlanRoles roles,
        int named,
        boolean flowOnly) {
    /**
     * The units of a run.
     *
     * @param costs of one unit on average
     * @param units of the first cycle, or of the whole run; 0 if unknown
     * @param error half the width of the interval of the units' costs, as a fraction
     * @param cycle times and sizes of units, in proportion; null if only averages are known
     */
    public record Work(
            UnitCosts costs,
            long units,
            double error,
            @Nullable PredictedCycle cycle) {
        /** Units of which averages are known. */
        public Work(UnitCosts costs, long units, double error) {
            this(costs, units, error, null);
        }
    }
}
