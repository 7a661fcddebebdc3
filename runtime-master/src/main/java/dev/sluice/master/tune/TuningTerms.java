package dev.sluice.master.tune;

import dev.sluice.model.simulate.cost.RuntimeCosts;

/**
 * The terms under which the number of workers of a run is tuned.
 *
 * @param costs of the runtime's messages with workers in other processes; all figures known
 * @param share of one processor that the tuner may use, over the run
 * @param beside where the tuner computes; the run closes it
 */
public record TuningTerms(RuntimeCosts costs, double share, Beside beside) {
    /** The share of a run. */
    public static final double USUAL_SHARE = 0.01;
}
