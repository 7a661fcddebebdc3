package dev.sluice.model.plan;

import dev.sluice.model.delivery.FeedWindow;
import dev.sluice.model.delivery.ResultWindow;
import dev.sluice.model.flow.LatencyTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;

/** The limits of units that are away, as the options of a run set them. */
public final class RunLatency {
    private RunLatency() {}

    /**
     * The limits of a run. Only SS has chunks of a known size, so that the depth counts for SS alone.
     *
     * @param overheads messages take their part of each round trip
     * @param workers number of workers that share the memory for results
     */
    public static LatencyTerms of(SimulationTerms terms, Overheads overheads, int workers) {
        int ahead = terms.handout().prefetch();
        return new LatencyTerms(
                ahead == SchedulerConfig.AUTO ? LatencyTerms.AUTO : 1 + ahead,
                terms.handout().policy() == PolicyName.SS ? 1 : Double.POSITIVE_INFINITY,
                FeedWindow.WINDOW_BYTES,
                ResultWindow.of(terms.resultMemoryBytes(), workers),
                overheads.tripNanos() * 1e-9);
    }
}
