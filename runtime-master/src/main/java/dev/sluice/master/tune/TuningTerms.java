package dev.sluice.master.tune;

import dev.sluice.model.simulate.cost.RuntimeCosts;
import org.jspecify.annotations.Nullable;

/**
 * The terms under which a run is tuned.
 *
 * @param costs of the runtime's messages with workers in other processes; all figures known
 * @param share of one processor that the tuner may use, over the run
 * @param beside where the tuner computes; the run closes it
 * @param starter starts sub-masters at sites that have none, if the tree is tuned; null if the number of workers is
 */
public record TuningTerms(
        RuntimeCosts costs,
        double share,
        Beside beside,
        @Nullable SubMasterStart starter) {
    /** The share of a run. */
    private static final double USUAL_SHARE = 0.01;

    /** The terms of a run of the command line. */
    public static TuningTerms usual(Beside beside, @Nullable SubMasterStart starter) {
        return new TuningTerms(RuntimeCosts.DEFAULT, USUAL_SHARE, beside, starter);
    }

    /** The knob that is turned, in one word. */
    public String word() {
        return starter == null ? "workers" : "tree";
    }
}
