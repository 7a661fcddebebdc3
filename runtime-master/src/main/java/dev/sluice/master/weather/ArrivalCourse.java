package dev.sluice.master.weather;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * How much arrived over a way in each part of the run, and for how long something arrived then. Each message is taken
 * to arrive evenly between its first byte and its last. Confined to the master loop.
 */
public final class ArrivalCourse {
    private static final int MOST = 64;
    private static final long FIRST_WIDTH_NANOS = 500_000_000L;

    /** Parts of the latest time that are known apart. */
    private static final int KEPT = 64;

    private final double[] bytes = new double[MOST];
    private final double[] busyNanos = new double[MOST];
    private final Deque<long[]> covered = new ArrayDeque<>();
    private final long originNanos;
    private long widthNanos = FIRST_WIDTH_NANOS;

    /**
     * A part of the run.
     *
     * @param fromNanos its begin, on the master's clock
     * @param busyNanos time in which something arrived
     */
    public record Part(long fromNanos, double bytes, double busyNanos) {}

    /** @param originNanos the start of the run */
    public ArrivalCourse(long originNanos) {
        this.originNanos = originNanos;
    }

    /** Adds a message whose last byte has just arrived; messages are added in the order of their ends. */
    public void add(long size, long arrivedOverNanos, long nowNanos) {
        if (size < RecentArrivals.LEAST_BYTES || arrivedOverNanos <= 0) {
            return;
        }
        long from = Math.max(originNanos, nowNanos - arrivedOverNanos);
        while (nowNanos - originNanos >= MOST * widthNanos) {
            widen();
        }
        spread(bytes, from, nowNanos, size / (double) Math.max(1, nowNanos - from));
        long upper = nowNanos;
        long first = from;
        for (long[] last = covered.peekLast(); last != null && last[1] >= from; last = covered.peekLast()) {
            spread(busyNanos, last[1], upper, 1);
            upper = Math.min(upper, last[0]);
            first = Math.min(first, last[0]);
            covered.removeLast();
        }
        spread(busyNanos, from, upper, 1);
        covered.addLast(new long[] {first, nowNanos});
        if (covered.size() > KEPT) {
            covered.removeFirst();
        }
    }

    private void spread(double[] to, long from, long until, double perNano) {
        for (long at = from; at < until; ) {
            int part = (int) ((at - originNanos) / widthNanos);
            long end = Math.min(until, originNanos + (part + 1) * widthNanos);
            to[part] += perNano * (end - at);
            at = end;
        }
    }

    private void widen() {
        widthNanos *= 2;
        for (double[] all : List.of(bytes, busyNanos)) {
            for (int i = 0; i < MOST; i++) {
                all[i] = 2 * i < MOST ? all[2 * i] + all[2 * i + 1] : 0;
            }
        }
    }

    /** All parts in which something arrived, in the order of time. */
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < MOST; i++) {
            if (busyNanos[i] > 0) {
                parts.add(new Part(originNanos + i * widthNanos, bytes[i], busyNanos[i]));
            }
        }
        return parts;
    }
}
