package dev.sluice.net.probe;

import java.util.Arrays;

/**
 * Bytes that come within a window of time: from the first arrival after the warm-up to the first at or after its end,
 * so that the sizes of what comes at once do not matter. What follows a packet that was lost is held back until it has
 * come again, and then arrives at once; so what has arrived never exceeds what the way has carried, and meets it where
 * nothing is held back. The least concave curve above all arrivals is therefore taken for what was carried, and its
 * middle half counts: stretches at both ends, where what was held back cannot be told, do not. Confined to one thread.
 */
final class Window {
    private static final long NEVER = Long.MIN_VALUE;

    private final long warmNanos;
    private final long windowNanos;
    private long firstNanos = NEVER;
    private long fromNanos = NEVER;
    private long counted;
    private long all;
    private boolean closed;

    /** Corners of the curve: since the window's begin, and what had come by then [ns, bytes]. */
    private long[] times = new long[16];

    private long[] counts = new long[16];
    private int corners;

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
            corner(0, 0);
            return;
        }
        counted += bytes;
        corner(nowNanos - fromNanos, counted);
        closed = since >= warmNanos + windowNanos;
    }

    private void corner(long time, long count) {
        while (corners > 1 && isBelow(corners - 1, corners - 2, time, count)) {
            corners--;
        }
        if (corners > 0 && times[corners - 1] == time) {
            corners--;
        }
        if (corners == times.length) {
            times = Arrays.copyOf(times, 2 * corners);
            counts = Arrays.copyOf(counts, 2 * corners);
        }
        times[corners] = time;
        counts[corners++] = count;
    }

    /** Whether a corner lies on or below the line from the one before it to the one behind it. */
    private boolean isBelow(int corner, int before, long time, long count) {
        double rise = (double) (count - counts[before]) * (times[corner] - times[before]);
        return (double) (counts[corner] - counts[before]) * (time - times[before]) <= rise;
    }

    private double carried(double time) {
        int to = 1;
        while (times[to] < time) {
            to++;
        }
        double part = (time - times[to - 1]) / (times[to] - times[to - 1]);
        return counts[to - 1] + part * (counts[to] - counts[to - 1]);
    }

    /** All that came, within the window or not [bytes]. */
    long all() {
        return all;
    }

    /** Carried in the middle half of the time from its first arrival to its last [bytes]. */
    long bytes() {
        if (corners < 2) {
            return 0;
        }
        double end = times[corners - 1];
        return Math.round(carried(0.75 * end) - carried(0.25 * end));
    }

    /** That half [ns]; less than a quarter of the window when what came ended in the middle. */
    long nanos() {
        return corners < 2 ? 0 : times[corners - 1] / 2;
    }
}
