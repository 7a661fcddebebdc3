package dev.sluice.model.delivery;

/** How many inputs a worker may hold, on the way or in its queue. */
public final class FeedWindow {
    private static final long WINDOW_BYTES = 4L << 20;

    private FeedWindow() {}

    /**
     * Whether the worker may be sent more. The master estimates the inputs of units that have not returned by the mean
     * size of all it sent. One message may always go when none is away.
     */
    public static boolean hasRoom(long sentBytes, long sentUnits, long returnedUnits) {
        long away = sentUnits - returnedUnits;
        return away <= 0 || (double) sentBytes * away < (double) WINDOW_BYTES * sentUnits;
    }
}
