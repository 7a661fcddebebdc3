package dev.sluice.insight.plan;

import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.model.flow.NetworkView;
import java.util.List;

/** Forecasts how long the workers of a plan take until they compute. */
@FunctionalInterface
public interface PlanStarts {
    /** All workers compute at once. */
    PlanStarts NOTHING = (view, master, workers) -> StartKnowledge.NOTHING;

    /**
     * The starts of these workers, which include that of a master on another host.
     *
     * @param master name of its host
     * @param workers names of the hosts with workers, in the order in which they are started
     */
    StartKnowledge of(NetworkView view, String master, List<String> workers);
}
