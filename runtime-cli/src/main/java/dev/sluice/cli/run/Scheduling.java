package dev.sluice.cli.run;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;

/**
 * How units are handed out and results come back.
 *
 * @param prefetch chunks a slot holds beyond the one it computes, or {@link SchedulerConfig#AUTO}
 * @param speculation units of a cycle that may be computed twice [%]
 * @param congestion how many large results travel at once
 */
public record Scheduling(PolicyName policy, Weighting weighting, int prefetch, int speculation, GrantMode congestion) {
    /** How a run is simulated. */
    public SimulationTerms simulated() {
        return SimulationTerms.DEFAULT
                .withPolicy(policy)
                .withWeighting(weighting)
                .withPrefetch(prefetch)
                .withSpeculation(speculation)
                .withCongestion(congestion);
    }
}
