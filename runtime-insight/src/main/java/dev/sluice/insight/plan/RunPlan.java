package dev.sluice.insight.plan;

import dev.sluice.hosts.HostSpec;
import dev.sluice.hosts.HostTree;
import dev.sluice.model.policy.PlannedWeights;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a run.
 *
 * @param master its host; null: this one
 * @param workers hosts with a worker each, over ssh
 * @param spares hosts that may have a worker as well, and have none
 * @param localSlots of the worker on this host; 0 for none
 * @param plan the reasons
 * @param tree which of the workers' hosts are sub-masters instead, and who joins them
 * @param weights what each slot weighs under {@code --weights planned}
 * @param forecast of the time of the run; null if its units are not known
 * @param words the same for people, a line each
 */
public record RunPlan(
        @Nullable HostSpec master,
        List<HostSpec> workers,
        List<HostSpec> spares,
        int localSlots,
        Plan plan,
        HostTree tree,
        PlannedWeights weights,
        @Nullable PlanForecast forecast,
        List<String> words) {
    public RunPlan {
        workers = List.copyOf(workers);
        spares = List.copyOf(spares);
        words = List.copyOf(words);
    }
}
