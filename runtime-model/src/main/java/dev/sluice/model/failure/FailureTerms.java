package dev.sluice.model.failure;

/**
 * What failures mean for a run.
 *
 * @param mostWorkers on which a unit may fail before it is given up, at least 1
 * @param keepGoing whether a run is complete although units were given up
 * @param stopAt failed units at which the run stops
 */
public record FailureTerms(int mostWorkers, boolean keepGoing, FailureLimit stopAt) {
    /** Workers on which a unit may usually fail. */
    public static final int USUAL_WORKERS = 3;

    /** A run that goes on without the units that failed everywhere. */
    public static final FailureTerms GOING_ON = new FailureTerms(USUAL_WORKERS, true, FailureLimit.USUAL);

    /** The terms of a sub-master: its parent decides when the run stops. */
    public static FailureTerms below(int mostWorkers) {
        return new FailureTerms(mostWorkers, true, FailureLimit.NONE);
    }
}
