package dev.sluice.model.record;

import java.util.Arrays;

/**
 * The longest spans of compute, in columns. When there are too many, the shorter half is dropped, and from then on so
 * are spans that are as short.
 */
final class SpanColumns {
    static final int MOST = 40_000;
    private static final int BYTES_EACH = 3 * Integer.BYTES + 3 * Long.BYTES + 1;

    private final ViewMarks marks;
    private int[] lane = new int[64];
    private long[] fromMicros = new long[64];
    private long[] micros = new long[64];
    private int[] cycle = new int[64];
    private long[] firstUnit = new long[64];
    private int[] units = new int[64];
    private byte[] outcome = new byte[64];
    private int size;
    private long leastRank;
    private long omitted;

    SpanColumns(ViewMarks marks) {
        this.marks = marks;
    }

    int size() {
        return size;
    }

    /** Adds a span. Its times are in nanoseconds. */
    void add(int ofLane, long fromNanos, long toNanos, Units what, int how) {
        long from = fromNanos / 1_000;
        long length = Math.max(0, toNanos - fromNanos) / 1_000;
        long rank = Rank.of(length, salt(from, ofLane));
        if (rank >= leastRank && size == MOST) {
            thin();
        }
        if (rank < leastRank) {
            omitted++;
            return;
        }
        if (size == lane.length) {
            grow(Math.min(MOST, 2 * size));
        }
        lane[size] = ofLane;
        fromMicros[size] = from;
        micros[size] = length;
        cycle[size] = what.cycle();
        firstUnit[size] = what.firstUnit();
        units[size] = what.units();
        outcome[size] = (byte) how;
        size++;
    }

    /** Consecutive units of a cycle. */
    record Units(int cycle, long firstUnit, int units) {}

    private static long salt(long fromMicros, int lane) {
        return fromMicros * 4_099 + lane;
    }

    private void thin() {
        long[] ranks = new long[size];
        for (int i = 0; i < size; i++) {
            ranks[i] = Rank.of(micros[i], salt(fromMicros[i], lane[i]));
        }
        leastRank = Rank.leastToStay(ranks.clone());
        int left = 0;
        for (int i = 0; i < size; i++) {
            if (ranks[i] >= leastRank) {
                move(i, left++);
            }
        }
        omitted += size - left;
        size = left;
        marks.restart();
    }

    private void move(int from, int to) {
        lane[to] = lane[from];
        fromMicros[to] = fromMicros[from];
        micros[to] = micros[from];
        cycle[to] = cycle[from];
        firstUnit[to] = firstUnit[from];
        units[to] = units[from];
        outcome[to] = outcome[from];
    }

    private void grow(int room) {
        lane = Arrays.copyOf(lane, room);
        fromMicros = Arrays.copyOf(fromMicros, room);
        micros = Arrays.copyOf(micros, room);
        cycle = Arrays.copyOf(cycle, room);
        firstUnit = Arrays.copyOf(firstUnit, room);
        units = Arrays.copyOf(units, room);
        outcome = Arrays.copyOf(outcome, room);
    }

    /** Gives the lanes new numbers; those without one lose their spans. */
    void renumber(int[] lanes) {
        int left = 0;
        for (int i = 0; i < size; i++) {
            int now = lanes[lane[i]];
            if (now >= 0) {
                move(i, left);
                lane[left++] = now;
            }
        }
        omitted += size - left;
        size = left;
    }

    /** The entries [from, to). */
    RunView.Spans view(int from, int to) {
        return new RunView.Spans(
                Arrays.copyOfRange(lane, from, to),
                Arrays.copyOfRange(fromMicros, from, to),
                Arrays.copyOfRange(micros, from, to),
                Arrays.copyOfRange(cycle, from, to),
                Arrays.copyOfRange(firstUnit, from, to),
                Arrays.copyOfRange(units, from, to),
                Arrays.copyOfRange(outcome, from, to),
                omitted);
    }

    long bytes() {
        return (long) lane.length * BYTES_EACH;
    }
}
