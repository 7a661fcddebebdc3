package dev.sluice.model.collect;

/**
 * Measures the goodput of large results in windows. Confined to its desk.
 *
 * <p>A window lasts at least four round trips and as many results as its user needs. After a change it starts with the
 * first result granted since. Pauses without results do not count.
 *
 * <p>Short results that begin together end together, and their bytes are counted when they end. A window that opens at
 * the end of the first would count the bytes of the others but not their time, an error that grows with the number of
 * results on their way. After a pause the window therefore opens when nothing is on its way yet. If results have few
 * parts, it closes when nothing is on its way again.
 */
final class GoodputWindow {
    private static final int ROUND_TRIPS = 4;

    /** Results with at least this many parts are counted as they arrive, and a window may close between them. */
    private static final int FINE_PARTS = 4;

    /** A window waits for results to end at most this many times its length. */
    private static final int LONGEST = 4;

    private long roundTripNanos;
    private boolean measuring;
    private long startNanos;
    private long changedNanos;
    private long bytes;
    private int parts;
    private int results;

    /** True if no transfer was on its way when the window began. */
    private boolean clean;

    /** Maximum number of places held at once in the window. */
    private int mostPlaces;

    private boolean idle = true;
    private long idleNanos;

    private int places;
    private long placesNanos;
    private double placeNanos;

    /**
     * A window that is over.
     *
     * @param goodput bytes per time [bytes/ns]
     * @param burst true if it closed because no transfer was on its way
     * @param mostPlaces maximum number of places held at once
     * @param meanPlaces mean number of places held
     */
    record Measured(double nanos, double goodput, boolean burst, int mostPlaces, double meanPlaces) {}

    GoodputWindow(long roundTripNanos) {
        this.roundTripNanos = roundTripNanos;
    }

    void roundTrip(long nanos) {
        roundTripNanos = nanos;
    }

    long roundTripNanos() {
        return roundTripNanos;
    }

    void begin(long nowNanos) {
        changedNanos = nowNanos;
        placesNanos = nowNanos;
    }

    /**
     * Drops the window, because something has changed: the next one starts with the first result granted from now on.
     */
    void changed(long nowNanos) {
        measuring = false;
        changedNanos = nowNanos;
    }

    boolean isMeasuring() {
        return measuring;
    }

    /** Duration of the window so far [ns]. */
    long nanos(long nowNanos) {
        return nowNanos - startNanos;
    }

    /** Records that {@code count} transfers hold a place from now on. */
    void places(int count, long nowNanos) {
        placeNanos += (double) places * (nowNanos - placesNanos);
        placesNanos = nowNanos;
        places = count;
        mostPlaces = Math.max(mostPlaces, count);
    }

    /**
     * Records a pause: the application sends no results, which is no sample of the link. The window continues after the
     * pause, so that cycles shorter than a window are judged together. Returns true if it ends here.
     *
     * @param needed least number of results in the window
     */
    boolean idle(int needed, long nowNanos) {
        if (idle) {
            return false;
        }
        idle = true;
        idleNanos = nowNanos;
        return measuring && clean && results >= needed && roundTripsLeftNanos(nowNanos) <= 0;
    }

    /** Records the end of a pause. */
    void busy(long nowNanos) {
        if (!idle) {
            return;
        }
        idle = false;
        startNanos += nowNanos - idleNanos;
        placesNanos = nowNanos;
        if (!measuring || !clean) {
            start(true, nowNanos);
        }
    }

    void received(long more) {
        bytes += more;
        parts++;
    }

    /** Records that a result has arrived completely. */
    void delivered(long grantedNanos, long nowNanos) {
        if (measuring) {
            results++;
        } else if (grantedNanos - changedNanos >= 0) {
            start(false, nowNanos);
        }
    }

    private void start(boolean isClean, long nowNanos) {
        measuring = true;
        clean = isClean;
        startNanos = nowNanos;
        bytes = 0;
        parts = 0;
        results = 0;
        mostPlaces = places;
        placeNanos = 0;
        placesNanos = nowNanos;
    }

    /**
     * Remaining duration of the window if no more results are needed, or {@link Long#MAX_VALUE} [ns].
     *
     * @param needed least number of results in the window
     */
    long leftNanos(int needed, long nowNanos) {
        if (idle || !measuring || results < (closesWhenIdle() ? LONGEST : 1) * needed) {
            return Long.MAX_VALUE;
        }
        return roundTripsLeftNanos(nowNanos);
    }

    private long roundTripsLeftNanos(long nowNanos) {
        return Math.max(1, ROUND_TRIPS * roundTripNanos) - (nowNanos - startNanos);
    }

    private boolean closesWhenIdle() {
        return clean && parts < FINE_PARTS * results;
    }

    /** Ends the window and begins the next. */
    Measured close(long nowNanos) {
        double nanos = nowNanos - startNanos;
        Measured measured = new Measured(nanos, bytes / nanos, closesWhenIdle(), mostPlaces, placeNanos / nanos);
        start(idle, nowNanos);
        return measured;
    }

    /** Counts the places held until now. */
    void settle(long nowNanos) {
        places(places, nowNanos);
    }
}
