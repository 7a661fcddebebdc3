package dev.sluice.model.delivery;

/**
 * How many bytes of results a worker may have on the way without an acknowledgement. The master divides its memory for
 * results among its workers.
 */
public final class ResultWindow {
    /** The smallest window, however many workers share the memory [bytes]. */
    public static final long LEAST_BYTES = 64 << 10;

    private static final long MOST_BYTES = 64 << 20;

    /** So many messages are acknowledged at once, however small. */
    private static final long MOST_MESSAGES = 64;

    private ResultWindow() {}

    /** The window of each of so many workers [bytes]. */
    public static long of(long memoryBytes, int workers) {
        return Math.max(LEAST_BYTES, Math.min(MOST_BYTES, memoryBytes / Math.max(1, workers)));
    }

    /** Whether a worker may send so many bytes more. One message always fits when nothing is on the way. */
    public static boolean fits(long onTheWayBytes, long moreBytes, long windowBytes) {
        return onTheWayBytes == 0 || onTheWayBytes + moreBytes <= windowBytes;
    }

    /**
     * Whether the master acknowledges at once, and not with its next tick, because much has gathered.
     *
     * @param bytes of results that are safe, since the latest immediate acknowledgement
     * @param messages that are safe and not acknowledged
     */
    public static boolean isAcknowledgedAtOnce(long bytes, long messages, long windowBytes) {
        return bytes >= windowBytes / 4 || messages >= MOST_MESSAGES;
    }
}
