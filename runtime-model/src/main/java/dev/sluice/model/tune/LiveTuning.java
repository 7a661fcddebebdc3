package dev.sluice.model.tune;

import java.util.List;

/** A tuner with the measurements of a run that goes on. Confined to its owner. */
public interface LiveTuning {
    /** All changes, in the order of time. */
    List<TunedStep> steps();

    /** True if the starting setting holds until the end of the run. */
    boolean isHome();

    /**
     * Time after the latest look at which the run has to be looked at again, because of the change that acts or of an
     * earlier one [s]; negative if there is no need before the next checkpoint.
     */
    double trialSeconds();

    /**
     * Tells whether the latest look compared settings, by simulating the rest of the run under more than one of them.
     * Always true where the cost of looks is not foretold.
     */
    default boolean hasCompared() {
        return true;
    }

    /** Forgets the latest change, because the run could not take it. */
    void refused();
}
