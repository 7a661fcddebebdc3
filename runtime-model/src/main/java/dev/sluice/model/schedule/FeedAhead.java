package dev.sluice.model.schedule;

/**
 * Computes the queue depth of a worker's slot in chunks: d = 1 + ⌈r/t⌉. Here r is the forecast round trip plus its
 * forecast error, and t is the forecast time of a chunk. The queue hides the wait between chunks, which the
 * dissertation calls process serialization. A result of a short chunk also waits at the worker to share a message; this
 * wait belongs to its round trip (docs/decisions/0010). A large result that waits for its turn on a shared link gives
 * its worker that much time to receive and compute the next chunk. Then the link is the bottleneck, and chunks fed
 * ahead would only queue. Confined to the scheduler.
 */
final class FeedAhead {
    static final int MAX_DEPTH = 4096;

    /** Depth before the first measurement: one chunk to compute and one to follow. */
    private static final int FIRST_DEPTH = 2;

    private static final double GAIN = 0.2;

    /**
     * Gain of the queue's mean. The queue reacts to the feeding with a delay of a few results, so that a larger gain
     * would oscillate.
     */
    private static final double QUEUE_GAIN = 0.1;

    private int prefetch;
    private double roundTripNanos = -1;
    private double roundTripError;
    /**
     * Mean queueing time of results that need a turn on a shared link: the wait for the turn, and the slow-down by
     * other transfers [ns].
     */
    private double queueNanos;

    /** The shortest queue of any worker [ns]. If all workers queue at least this long, feeding ahead gains nothing. */
    private double commonQueueNanos;

    private final Recent alone = new Recent();

    /**
     * Upper bound of the time fed ahead for [ns]. Queueing is known only when results arrive, so that the bound grows
     * by one unit per queued result and doubles with every other result. It falls at once.
     */
    private double ceilingNanos = Double.MAX_VALUE;

    private double unitNanos = -1;
    private int slots = 1;

    FeedAhead(int prefetch) {
        this.prefetch = prefetch;
    }

    /** Continues with these round trips. */
    void resume(OpenCycle.RoundTrip from, int of) {
        slots = Math.max(1, of);
        roundTripNanos = from.nanos();
        roundTripError = from.errorNanos();
        queueNanos = from.queueNanos();
        ceilingNanos = from.ceilingNanos();
        unitNanos = from.unitNanos();
        if (queueNanos > 0) {
            alone.least((long) roundTripNanos); // later results are compared with the usual round trip
        }
    }

    /** The round trips so far. */
    OpenCycle.RoundTrip open() {
        return new OpenCycle.RoundTrip(roundTripNanos, roundTripError, queueNanos, ceilingNanos, unitNanos);
    }

    /** Changes the prefetch from now on. */
    void prefetch(int other) {
        prefetch = other;
    }

    /**
     * Records a round trip.
     *
     * @param waitedNanos how long the result had waited for its turn on a shared link before the round trip; negative
     *     if it needed no turn and travelled at once
     * @param of slots of the worker
     * @param leastQueueNanos the shortest queue of any worker [ns]
     */
    void roundTrip(long nanos, long waitedNanos, int of, double leastQueueNanos) {
        slots = Math.max(1, of); // late results may come from a sub-master without workers
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
        // A report of many units moves the mean as far as single reports would, but at most half way.
        double gain = Math.min(0.5, GAIN * units);
        unitNanos = unitNanos < 0 ? mean : unitNanos + gain * (mean - unitNanos);
    }

    /** Forecast time of one unit [ns], or -1 when none was timed yet. */
    double unitNanos() {
        return unitNanos;
    }

    /** Mean queueing time of a result for a shared link [ns], or -1 when none was measured yet. */
    double queueNanos() {
        return roundTripNanos < 0 ? -1 : queueNanos;
    }

    /** Forecast round trip [ns], or -1 when none was measured yet. */
    double roundTripNanos() {
        return roundTripNanos;
    }

    /**
     * The round trip plus its forecast error, less this worker's extra queueing time for a shared link [ns]. The
     * interval between two chunks of the worker is not subtracted, so that one chunk is always queued.
     */
    private double wantedNanos(double chunkNanos) {
        double spare = Math.max(0, queueNanos - commonQueueNanos - chunkNanos / slots);
        return Math.max(0, roundTripNanos + roundTripError - spare);
    }

    /** Time that the queue must cover [ns]. */
    private double absentNanos(long chunkUnits) {
        return Math.min(wantedNanos(unitNanos * chunkUnits), Math.max(ceilingNanos, unitNanos));
    }

    /**
     * True if a slot needs its next chunk now. For chunks of one unit, the depth alone decides. A longer chunk waits
     * until the queue lasts no longer than the round trip: its size is decided with the latest measurements, and the
     * last chunks go to the workers that are ready first. A configured prefetch is given at once.
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

    /** Number of chunks of {@code chunkUnits} units that one slot must hold, at least 1. */
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

    /** The minimum of the latest samples, between {@value #PART} and twice as many. */
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
