package dev.sluice.master.report;

/**
 * Tells when figures of all workers are summed again: once a second, and less often where that would take more than a
 * hundredth of the master loop's time. Confined to the master loop.
 */
final class RefreshPace {
    private static final long LEAST_NANOS = 1_000_000_000L;
    private static final long TIMES = 100;

    private boolean first = true;
    private long nextNanos;

    boolean isDue(long nowNanos) {
        return first || nowNanos - nextNanos >= 0;
    }

    /** Makes the next refresh due now. */
    void again() {
        first = true;
    }

    /**
     * Records a refresh.
     *
     * @param costNanos time of the loop that it took
     */
    void took(long costNanos, long nowNanos) {
        first = false;
        nextNanos = nowNanos + Math.max(LEAST_NANOS, TIMES * costNanos);
    }
}
