package dev.sluice.model.failure;

/**
 * The meaning of failures for a run.
 *
 * @param mostWorkers on which a unit may fail before it is given up, at least 1
 * @param keepGoing whether a run is complete although units were given up
 * @param stopAt failed units at which the run stops
 * @param leaseNanos how long a worker may be silent before others get its units [ns]
 */
public record FailureTerms(int mostWorkers, boolean keepGoing, FailureLimit stopAt, long leaseNanos) {
    /** How long a worker may be silent: three missed heartbeats of 2 s [ns]. */
    public static final long USUAL_LEASE_NANOS = 6_000_000_000L;

    /** A run that goes on without the units that failed everywhere. */
    public static final FailureTerms GOING_ON = new FailureTerms(3, true, FailureLimit.USUAL);

    /** The terms with the usual lease. */
    public FailureTerms(int mostWorkers, boolean keepGoing, FailureLimit stopAt) {
        this(mostWorkers, keepGoing, stopAt, USUAL_LEASE_NANOS);
    }

    /** The same with another lease [ns]. */
    public FailureTerms lease(long nanos) {
        return new FailureTerms(mostWorkers, keepGoing, stopAt, nanos);
    }
}
