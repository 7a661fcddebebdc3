package dev.sluice.net.probe;

/**
 * Bytes that come within a window of time: from the first arrival after the warm-up to the first at or after its end,
 * so that the sizes of what comes at once do not matter. Confined to one thread.
 */
final class Window {
    private static final long NEVER = Long.MIN_VALUE;

    private final long warmNanos;
    private final long windowNanos;
    private long firstNanos = NEVER;
    private long fromNanos = NEVER;
    private long toNanos = NEVER;
    private long counted;
    private long all;
    private boolean closed;

    Window(long warmNanos, long windowNanos) {
        this.warmNanos = warmNanos;
        this.windowNanos = windowNanos;
    }

    /** So many bytes have come at this time [bytes, ns]. */
    void arrived(long bytes, long nowNanos) {
        all += bytes;
        if (firstNanos == NEVER) {
            firstNanos = nowNanos;
        }
        long since = nowNanos - firstNanos;
        if (closed || since < warmNanos) {
            return;
        }
        if (fromNanos == NEVER) {
            fromNanos = nowNanos; // what came until now is before the window
            return;
        }
        counted += bytes;
        toNanos = nowNanos;
        closed = since >= warmNanos + windowNanos;
    }

    /** All that came, within the window or not [bytes]. */
    long all() {
        return all;
    }

    /** Within it [bytes]. */
    long bytes() {
        return counted;
    }

    /** From its first arrival to its last [ns]; less than half the window when what came ended before. */
    long nanos() {
        return toNanos == NEVER ? 0 : toNanos - fromNanos;
    }
}
