package dev.sluice.model.delivery;

/** Limits the bytes of inputs that a worker may hold, on the way or in its queue. */
public final class FeedWindow {
    /** Inputs that a worker may hold [bytes]. */
    public static final long WINDOW_BYTES = 4L << 20;

    private FeedWindow() {}

    /**
     * True if the worker may be sent more inputs. The master estimates the inputs of outstanding units by the mean size
     * of all inputs it sent. A worker without outstanding units may always be sent one message.
     */
    public static boolean hasRoom(long sentBytes, long sentUnits, long returnedUnits) {
        long away = sentUnits - returnedUnits;
        return away <= 0 || (double) sentBytes * away < (double) WINDOW_BYTES * sentUnits;
    }
}
