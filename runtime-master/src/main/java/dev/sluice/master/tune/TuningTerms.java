package dev.sluice.master.tune;

import dev.sluice.api.extension.TunerKnob;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.model.tune.OwnKnob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The terms under which a run is tuned.
 *
 * @param costs of the runtime's messages with workers in other processes; all figures known
 * @param share of one processor that the tuner may use, over the run
 * @param beside where the tuner computes; the run closes it
 * @param starter starts sub-masters at sites that have none, if the tree is tuned; null if the number of workers is
 * @param own knobs of the application, which say what is tuned; none if Sluice does
 */
public record TuningTerms(
        RuntimeCosts costs,
        double share,
        Beside beside,
        @Nullable SubMasterStart starter,
        List<TunerKnob> own) {
    /** The share of a run. */
    private static final double USUAL_SHARE = 0.01;

    public TuningTerms {
        own = List.copyOf(own);
    }

    /** The terms of a run of the command line. */
    public static TuningTerms usual(Beside beside, @Nullable SubMasterStart starter, List<TunerKnob> own) {
        return new TuningTerms(RuntimeCosts.DEFAULT, USUAL_SHARE, beside, starter, own);
    }

    /** The knob that is turned, in one word. */
    public String word() {
        return starter != null ? "tree" : own.isEmpty() ? "workers" : OwnKnob.WORD;
    }
}
