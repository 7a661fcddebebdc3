package dev.sluice.model.record;

/** Rates over the last seconds, from samples of counters that only grow. */
final class RecentFlow {
    private static final int SAMPLES = 32;
    private static final long DISTANCE_NANOS = 250_000_000;
    private static final long WINDOW_NANOS = 5_000_000_000L;

    private final long[] nanos = new long[SAMPLES];
    private final long[][] counters;
    private final long[] now;
    private long nowNanos;
    private int taken;

    RecentFlow(int number) {
        this.counters = new long[SAMPLES][number];
        this.now = new long[number];
    }

    void add(int counter, long more) {
        now[counter] += more;
    }

    void set(int counter, long value) {
        now[counter] = value;
    }

    long value(int counter) {
        return now[counter];
    }

    /** Moves the time on. */
    void advance(long toNanos) {
        nowNanos = Math.max(nowNanos, toNanos);
        if (taken == 0 || nowNanos - nanos[(taken - 1) % SAMPLES] >= DISTANCE_NANOS) {
            nanos[taken % SAMPLES] = nowNanos;
            System.arraycopy(now, 0, counters[taken % SAMPLES], 0, now.length);
            taken++;
        }
    }

    /** Growth of a counter over the last seconds [1/s]. */
    double perSecond(int counter) {
        int oldest = Math.max(0, taken - SAMPLES);
        while (oldest < taken - 1 && nowNanos - nanos[oldest % SAMPLES] > WINDOW_NANOS) {
            oldest++;
        }
        long passed = taken == 0 ? 0 : nowNanos - nanos[oldest % SAMPLES];
        return passed <= 0 ? 0 : (now[counter] - counters[oldest % SAMPLES][counter]) * 1e9 / passed;
    }

    long bytes() {
        return (long) SAMPLES * (now.length + 1) * Long.BYTES;
    }
}
