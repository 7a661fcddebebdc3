package dev.sluice.model.delivery;

/**
 * Limits the bytes of unacknowledged results of a worker. The master divides its memory for results among its workers.
 */
public final class ResultWindow {
    /** Minimum window, however many workers share the memory [bytes]. */
    public static final long LEAST_BYTES = 64 << 10;

    private static final long MOST_BYTES = 64 << 20;

    /** Number of messages that are acknowledged at once, even if they are small. */
    private static final long MOST_MESSAGES = 64;

    private ResultWindow() {}

    /** The window of each worker [bytes]. */
    public static long of(long memoryBytes, int workers) {
        return Math.max(LEAST_BYTES, Math.min(MOST_BYTES, memoryBytes / Math.max(1, workers)));
    }

    /** True if a worker may send this many bytes more. One message always fits if none is on the way. */
    public static boolean fits(long onTheWayBytes, long moreBytes, long windowBytes) {
        return onTheWayBytes == 0 || onTheWayBytes + moreBytes <= windowBytes;
    }

    /**
     * True if the master acknowledges at once because much has accumulated. Otherwise it acknowledges with its next
     * tick.
     *
     * @param bytes bytes of results stored safely since the latest immediate acknowledgement
     * @param messages number of messages stored safely and not acknowledged
     */
    public static boolean isAcknowledgedAtOnce(long bytes, long messages, long windowBytes) {
        return bytes >= windowBytes / 4 || messages >= MOST_MESSAGES;
    }
}
