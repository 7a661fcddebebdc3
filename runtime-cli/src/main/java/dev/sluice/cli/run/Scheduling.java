package dev.sluice.cli.run;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PlannedWeights;
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
 * @param setups in which order workers get the setup of a cycle
 * @param planned the weights of a plan, for {@link Weighting#PLANNED}; none without a plan
 */
public record Scheduling(
        PolicyName policy,
        Weighting weighting,
        int prefetch,
        int speculation,
        GrantMode congestion,
        SetupOrder setups,
        PlannedWeights planned) {
    /** Without a plan, setups in turn. */
    public Scheduling(PolicyName policy, Weighting weighting, int prefetch, int speculation, GrantMode congestion) {
        this(policy, weighting, prefetch, speculation, congestion, SetupOrder.IN_TURN, PlannedWeights.NONE);
    }

    /** The same with the weights of a plan, which are used under {@link Weighting#PLANNED} only. */
    Scheduling with(PlannedWeights ofPlan) {
        boolean used = weighting == Weighting.PLANNED && planned.isNone();
        return used ? new Scheduling(policy, weighting, prefetch, speculation, congestion, setups, ofPlan) : this;
    }

    /** How a run is simulated. A simulation plans the weights for its own machines. */
    public SimulationTerms simulated() {
        return SimulationTerms.DEFAULT
                .withPolicy(policy)
                .withWeighting(weighting)
                .withPrefetch(prefetch)
                .withSpeculation(speculation)
                .withCongestion(congestion)
                .withSetups(setups);
    }
}
