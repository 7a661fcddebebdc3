package dev.sluice.model.schedule;

/**
 * How many chunks a worker's slot shall hold: d = 1 + ⌈r/t⌉, where r is the forecast round trip, with the error of that
 * forecast (sensing.md §3: a trip that may take longer is fed for), and t the forecast time of a chunk. A worker that
 * waits for the master between chunks is what the dissertation calls process serialization; the queue hides the wait. A
 * result of a short chunk also waits at the worker for others to travel with, which belongs to its round trip
 * (docs/decisions/0010). A large result that waits for its turn on a shared link leaves its worker that long for the
 * next chunk to come and be computed; then the link binds, and what is fed ahead only waits with the others
 * (docs/decisions/0086). Confined to the scheduler.
 */
final class FeedAhead {
    static final int MAX_DEPTH = 4096;

    /** Before anything is measured: one to compute, one to follow. */
    private static final int FIRST_DEPTH = 2;

    private static final double GAIN = 0.2;

    /** Of the queue, which swings with what is fed, a few results later. */
    private static final double QUEUE_GAIN = 0.1;

    private final int prefetch;
    private double roundTripNanos = -1;
    private double roundTripError;
    /** Of results that need a turn on a shared link: what they wait for it, and what others there slow them down. */
    private double queueNanos;

    /** What every worker's results do: who feeds nobody ahead then gains nothing. */
    private double commonQueueNanos;

    private final Recent alone = new Recent();

    /**
     * Where results queue, it is known only when they come: so what is fed ahead grows by one unit with each, and
     * doubles with others. Falls at once.
     */
    private double ceilingNanos = Double.MAX_VALUE;

    private double unitNanos = -1;
    private int slots = 1;

    FeedAhead(int prefetch) {
        this.prefetch = prefetch;
    }

    /**
     * A round trip.
     *
     * @param waitedNanos how long the result had waited before it for its turn on a shared link; negative where it
     *     needed none, which travels at once
     * @param of slots of the worker
     * @param leastQueueNanos the shortest queue of any worker [ns]
     */
    void roundTrip(long nanos, long waitedNanos, int of, double leastQueueNanos) {
        slots = Math.max(1, of); // late results of a sub-master below which nobody is any more
        commonQueueNanos = leastQueueNanos;
        boolean queued = waitedNanos >= 0;
        long trip = queued ? alone.least(nanos) : nanos;
        long queue = queued ? waitedNanos + nanos - trip : 0;
        if (roundTripNanos < 0) {
            roundTripNanos = trip;
            queueNanos = queue;
            ceilingNanos = queued ? 0 : Double.MAX_VALUE;
            return;
        }
        queueNanos += QUEUE_GAIN * (queue - queueNanos);
        roundTripError += GAIN * (Math.abs(trip - roundTripNanos) - roundTripError);
        roundTripNanos += GAIN * (trip - roundTripNanos);
        double one = Math.max(0, unitNanos);
        double known = Math.max(ceilingNanos, one);
        ceilingNanos = queued ? Math.min(wantedNanos(one), known + one / slots) : 2 * known;
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

    /** What a result queues for a shared link [ns], or -1 when none was measured yet. */
    double queueNanos() {
        return roundTripNanos < 0 ? -1 : queueNanos;
    }

    /** Forecast round trip [ns], or -1 when none was measured yet. */
    double roundTripNanos() {
        return roundTripNanos;
    }

    /**
     * The round trip, and how far it was from its forecasts, less what results queue for a shared link longer than
     * those of others [ns]. Of that the time from one chunk of the worker to the next is left, so that there is always
     * one in the queue.
     */
    private double wantedNanos(double chunkNanos) {
        double spare = Math.max(0, queueNanos - commonQueueNanos - chunkNanos / slots);
        return Math.max(0, roundTripNanos + roundTripError - spare);
    }

    /** What to be fed for [ns]. */
    private double absentNanos(long chunkUnits) {
        return Math.min(wantedNanos(unitNanos * chunkUnits), Math.max(ceilingNanos, unitNanos));
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
        return queued * unitNanos <= absentNanos(chunkUnits) + SchedulerConfig.BATCHING_NANOS;
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
        double ahead = absentNanos(chunkUnits) + batching;
        if (ahead <= chunkNanos) {
            return ahead > 0 ? 2 : 1;
        }
        return 1 + (int) Math.min(MAX_DEPTH - 1, Math.ceil(ahead / chunkNanos));
    }

    /** The least of the latest, between {@value #PART} and twice as many. */
    private static final class Recent {
        private static final int PART = 64;

        private long part = Long.MAX_VALUE;
        private long before = Long.MAX_VALUE;
        private int count;

        long least(long next) {
            if (count++ == PART) {
                before = part;
                part = Long.MAX_VALUE;
                count = 1;
            }
            part = Math.min(part, next);
            return Math.min(part, before);
        }
    }
}
