package dev.sluice.model.record;

import java.util.Arrays;

/** The course of the run in equal intervals, whose width doubles when there are too many. */
final class SeriesColumns {
    static final int MOST = 1_024;
    private static final long FIRST_WIDTH_NANOS = 10_000_000;
    private static final int BYTES_EACH = 5 * Long.BYTES + Integer.BYTES;

    private final ViewMarks marks;
    private long widthNanos = FIRST_WIDTH_NANOS;
    private long[] done = new long[MOST];
    private int[] slots = new int[MOST];
    private long[] bytesUp = new long[MOST];
    private long[] bytesDown = new long[MOST];
    private long[] busyNanos = new long[MOST];
    private long[] slotNanos = new long[MOST];
    private int size;
    private long clockNanos;
    private long doneNow;
    private int slotsNow;

    SeriesColumns(ViewMarks marks) {
        this.marks = marks;
    }

    /** Moves the time on, and takes what holds from now on. */
    void advance(long nowNanos, long doneUnits, int ofSlots) {
        if (nowNanos > clockNanos) {
            int from = interval(clockNanos);
            int to = interval(nowNanos);
            from = Math.min(from, interval(clockNanos)); // which a new width has changed
            for (int i = from; i <= to; i++) {
                long begin = Math.max(clockNanos, i * widthNanos);
                slotNanos[i] += slotsNow * Math.max(0, Math.min(nowNanos, (i + 1) * widthNanos) - begin);
                done[i] = doneNow;
                slots[i] = slotsNow;
            }
            size = Math.max(size, to + 1);
            clockNanos = nowNanos;
            marks.seriesChanged(from);
        }
        doneNow = doneUnits;
        slotsNow = ofSlots;
        int last = interval(clockNanos);
        done[last] = doneNow;
        slots[last] = slotsNow;
        size = Math.max(size, last + 1);
        marks.seriesChanged(last);
    }

    void up(long nanos, long bytes) {
        int i = reach(nanos);
        bytesUp[i] += bytes;
        marks.seriesChanged(i);
    }

    void down(long nanos, long bytes) {
        int i = reach(nanos);
        bytesDown[i] += bytes;
        marks.seriesChanged(i);
    }

    /** Adds compute time of all slots, spread evenly over [from, to). */
    void busy(long fromNanos, long toNanos, long nanos) {
        long from = Math.max(0, fromNanos);
        long to = Math.max(from + 1, toNanos);
        int last = reach(to - 1);
        int first = interval(from);
        double share = (double) nanos / (to - from);
        long given = 0;
        for (int i = first; i <= last; i++) {
            long now = i == last ? nanos : Math.min(nanos, Math.round(share * ((i + 1) * widthNanos - from)));
            busyNanos[i] += now - given;
            given = now;
        }
        marks.seriesChanged(first);
    }

    /** The interval of this time, which may lie ahead of the clock. */
    private int reach(long nanos) {
        int i = interval(Math.max(0, nanos));
        if (i >= size) {
            advance(Math.max(nanos, clockNanos), doneNow, slotsNow);
        }
        return interval(Math.max(0, nanos));
    }

    /** The interval of this time; widens all if it is beyond the last. */
    private int interval(long nanos) {
        while (nanos / widthNanos >= MOST) {
            widen();
        }
        return (int) (nanos / widthNanos);
    }

    private void widen() {
        for (int i = 0; i < size; i += 2) {
            int next = Math.min(i + 1, size - 1);
            boolean two = next > i;
            done[i / 2] = done[next];
            slots[i / 2] = slots[next];
            bytesUp[i / 2] = bytesUp[i] + (two ? bytesUp[next] : 0);
            bytesDown[i / 2] = bytesDown[i] + (two ? bytesDown[next] : 0);
            busyNanos[i / 2] = busyNanos[i] + (two ? busyNanos[next] : 0);
            slotNanos[i / 2] = slotNanos[i] + (two ? slotNanos[next] : 0);
        }
        int half = (size + 1) / 2;
        for (long[] column : new long[][] {done, bytesUp, bytesDown, busyNanos, slotNanos}) {
            Arrays.fill(column, half, MOST, 0);
        }
        Arrays.fill(slots, half, MOST, 0);
        size = half;
        widthNanos *= 2;
        marks.seriesChanged(0);
    }

    /** The intervals from this one on. */
    RunView.Series view(int first) {
        int from = Math.min(first, size);
        float[] busy = new float[size - from];
        for (int i = from; i < size; i++) {
            busy[i - from] = slotNanos[i] == 0 ? 0 : (float) Math.min(1, (double) busyNanos[i] / slotNanos[i]);
        }
        return new RunView.Series(
                widthNanos / 1e9,
                from,
                Arrays.copyOfRange(done, from, size),
                Arrays.copyOfRange(slots, from, size),
                Arrays.copyOfRange(bytesUp, from, size),
                Arrays.copyOfRange(bytesDown, from, size),
                busy);
    }

    long bytes() {
        return (long) MOST * BYTES_EACH;
    }
}
