package dev.sluice.model.schedule;

/**
 * How many chunks a worker's slot shall hold: d = 1 + ⌈r/t⌉, where r is the forecast round trip, with the error of that
 * forecast (sensing.md §3: a trip that may take longer is fed for), and t the forecast time of a chunk. A worker that
 * waits for the master between chunks is what the dissertation calls process serialization; the queue hides the wait. A
 * result of a short chunk also waits at the worker for others to travel with, which belongs to its round trip
 * (docs/decisions/0010). Confined to the scheduler.
 */
final class FeedAhead {
    static final int MAX_DEPTH = 4096;

    /** Before anything is measured: one to compute, one to follow. */
    private static final int FIRST_DEPTH = 2;

    private static final double GAIN = 0.2;

    private final int prefetch;
    private double roundTripNanos = -1;
    private double roundTripError;
    private double unitNanos = -1;

    FeedAhead(int prefetch) {
        this.prefetch = prefetch;
    }

    void roundTrip(long nanos) {
        if (roundTripNanos < 0) {
            roundTripNanos = nanos;
            return;
        }
        roundTripError += GAIN * (Math.abs(nanos - roundTripNanos) - roundTripError);
        roundTripNanos += GAIN * (nanos - roundTripNanos);
    }

    void computed(int units, long nanos) {
        double mean = (double) nanos / units;
        // One report of many units moves the mean as far as the units would one by one, up to half way.
        double gain = Math.min(0.5, GAIN * units);
        unitNanos = unitNanos < 0 ? mean : unitNanos + gain * (mean - unitNanos);
    }

    /** Forecast time of one unit [ns], or -1 when none was timed yet. */
    double unitNanos() {
        return unitNanos;
    }

    /** Forecast round trip [ns], or -1 when none was measured yet. */
    double roundTripNanos() {
        return roundTripNanos;
    }

    /** What to be fed for: the round trip, and how far it was from its forecasts [ns]. */
    private double absentNanos() {
        return roundTripNanos + roundTripError;
    }

    /**
     * Whether a slot needs its next chunk now. Where chunks are of one unit, its depth says all. A longer one waits
     * until what is queued lasts for no more than the round trip, so that its size is decided when most is known, and
     * the last chunks go to those who are ready for them. A prefetch that was asked for is given at once.
     *
     * @param queued units that each slot holds, or is about to get, beyond the one it computes
     */
    boolean isDue(double queued, long chunkUnits) {
        if (chunkUnits == 1 || prefetch != SchedulerConfig.AUTO || queued <= 0) {
            return true;
        }
        if (roundTripNanos < 0 || unitNanos < 0) {
            return false;
        }
        return queued * unitNanos <= absentNanos() + SchedulerConfig.BATCHING_NANOS;
    }

    /** Chunks of so many units that one slot shall hold, at least 1. */
    int depth(long chunkUnits) {
        if (prefetch != SchedulerConfig.AUTO) {
            return 1 + prefetch;
        }
        if (roundTripNanos < 0 || unitNanos < 0) {
            return FIRST_DEPTH;
        }
        double chunkNanos = Math.max(1, unitNanos * chunkUnits);
        double batching = chunkNanos < SchedulerConfig.BATCHING_NANOS ? SchedulerConfig.BATCHING_NANOS : 0;
        return 1 + (int) Math.min(MAX_DEPTH - 1, Math.ceil((absentNanos() + batching) / chunkNanos));
    }
}
