package dev.sluice.net.probe;

import java.util.Arrays;

/**
 * Counts bytes that arrive within a window of time, from the first arrival after the warm-up to the first at or after
 * its end, so that the sizes of single arrivals do not matter. Bytes after a lost packet are held back until its
 * retransmission, and then arrive at once. Arrivals therefore never exceed the bytes that the link has carried, and
 * equal them where nothing is held back. The least concave curve above all arrivals thus estimates the carried bytes.
 * Only its middle half counts, because delays at both ends cannot be recognized. Confined to one thread.
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

    /** Corners of the curve: time since the window's begin, and bytes until then [ns, bytes]. */
    private long[] times = new long[16];

    private long[] counts = new long[16];
    private int corners;

    Window(long warmNanos, long windowNanos) {
        this.warmNanos = warmNanos;
        this.windowNanos = windowNanos;
    }

    /** Records bytes that arrived at this time [bytes, ns]. */
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

    /** Tells whether a corner lies on or below the line from the corner before it to the next one. */
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

    /** All received bytes, within the window or not [bytes]. */
    long all() {
        return all;
    }

    /** Bytes carried in the middle half of the time from the first arrival to the last [bytes]. */
    long bytes() {
        if (corners < 2) {
            return 0;
        }
        double end = times[corners - 1];
        return Math.round(carried(0.75 * end) - carried(0.25 * end));
    }

    /** Length of that half [ns]; less than a quarter of the window if the arrivals ended early. */
    long nanos() {
        return corners < 2 ? 0 : times[corners - 1] / 2;
    }
}
