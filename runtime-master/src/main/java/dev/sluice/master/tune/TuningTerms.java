package dev.sluice.master.tune;

import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import org.jspecify.annotations.Nullable;

/**
 * The terms under which the policy of a run is tuned.
 *
 * @param typed the weights that the user has set for policies that take any; null if they may change
 * @param costs of the runtime's messages with workers in other processes; all figures known
 * @param share of one processor that the tuner may use, over the run
 * @param beside where the tuner computes; the run closes it
 */
public record TuningTerms(@Nullable Weighting typed, RuntimeCosts costs, double share, Beside beside) {
    /** The share of a run. */
    public static final double USUAL_SHARE = 0.01;
}
