package dev.sluice.cli.run;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How units are handed out and results come back.
 *
 * @param prefetch chunks a slot holds beyond the one it computes, or {@link SchedulerConfig#AUTO}
 * @param speculation units of a cycle that may be computed twice [%]
 * @param congestion how many large results travel at once
 * @param setups in which order workers get the setup of a cycle
 * @param active workers that are at work at first; 0: all
 * @param planned the weights of a plan, for {@link Weighting#PLANNED}; none without a plan
 * @param tree how sub-masters come and go while the run goes on; null if the tree stays
 * @param tunesWorkers whether workers are parked and unparked while the run goes on
 */
public record Scheduling(
        PolicyName policy,
        Weighting weighting,
        int prefetch,
        int speculation,
        GrantMode congestion,
        SetupOrder setups,
        int active,
        PlannedWeights planned,
        @Nullable TunedTree tree,
        boolean tunesWorkers) {
    /**
     * A tree that changes while the run goes on.
     *
     * @param elsewhere hosts on which the command that started this master starts sub-masters when asked; empty: this
     *     process starts them
     */
    public record TunedTree(List<String> elsewhere) {
        public TunedTree {
            elsewhere = List.copyOf(elsewhere);
        }
    }

    /** Without a plan, setups in turn, all workers at work. */
    public Scheduling(PolicyName policy, Weighting weighting, int prefetch, int speculation, GrantMode congestion) {
        this(
                policy,
                weighting,
                prefetch,
                speculation,
                congestion,
                SetupOrder.IN_TURN,
                0,
                PlannedWeights.NONE,
                null,
                false);
    }

    /** The same with the weights of a plan, which are used under {@link Weighting#PLANNED} only. */
    Scheduling with(PlannedWeights ofPlan) {
        boolean used = weighting == Weighting.PLANNED && planned.isNone();
        return used ? copy(active, ofPlan, tree, tunesWorkers) : this;
    }

    /** The same with so many workers at work at first. */
    Scheduling active(int workers) {
        return copy(workers, planned, tree, tunesWorkers);
    }

    /** The same with a tree that is tuned. */
    Scheduling tuned(TunedTree how) {
        return copy(active, planned, how, tunesWorkers);
    }

    /** The same with a number of workers that is tuned. */
    Scheduling tuningWorkers() {
        return copy(active, planned, tree, true);
    }

    private Scheduling copy(int workers, PlannedWeights ofPlan, @Nullable TunedTree trees, boolean numbers) {
        return new Scheduling(
                policy, weighting, prefetch, speculation, congestion, setups, workers, ofPlan, trees, numbers);
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
