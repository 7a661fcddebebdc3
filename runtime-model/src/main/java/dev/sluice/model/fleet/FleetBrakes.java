package dev.sluice.model.fleet;

/**
 * Keeps a failing queue system from being asked too often: growing delays, then a pause. HyperQueue's automatic
 * allocation has the same delays and bounds.
 */
final class FleetBrakes {
    private static final long MINUTE = 60_000_000_000L;

    /** The delay after so many failures in a row [ns]; the last one repeats. */
    private static final long[] DELAYS = {0, MINUTE, 15 * MINUTE, 30 * MINUTE, 60 * MINUTE};

    private final FleetTerms terms;
    private int refused;
    private int failed;
    private String reason = "";
    private long untilNanos = Long.MIN_VALUE;

    FleetBrakes(FleetTerms terms) {
        this.terms = terms;
    }

    void refused(String why, long nowNanos) {
        refused++;
        brake(why, nowNanos);
    }

    void failed(String why, long nowNanos) {
        failed++;
        brake(why, nowNanos);
    }

    private void brake(String why, long nowNanos) {
        reason = why;
        untilNanos = nowNanos + DELAYS[Math.min(refused + failed, DELAYS.length - 1)];
    }

    void accepted() {
        refused = 0;
    }

    void started() {
        failed = 0;
    }

    void release() {
        refused = 0;
        failed = 0;
        untilNanos = Long.MIN_VALUE;
    }

    boolean isPaused() {
        return refused >= terms.mostRefused() || failed >= terms.mostFailed();
    }

    boolean mayRetry(long nowNanos) {
        return nowNanos >= untilNanos;
    }

    String last() {
        return reason;
    }

    /** The reason of a pause, for the operator. */
    String reason() {
        String what = failed >= terms.mostFailed()
                ? failed + " tasks ended before they started"
                : refused + " submissions were refused";
        return what + " in a row; the last: " + reason;
    }
}
