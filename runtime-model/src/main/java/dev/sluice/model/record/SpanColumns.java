package dev.sluice.model.record;

import java.util.Arrays;

/** The longest spans of compute. */
final class SpanColumns extends RankedColumns {
    static final int MOST = 40_000;
    private static final int BYTES_EACH = 3 * Integer.BYTES + 4 * Long.BYTES + 1;

    private int[] cycle = new int[lane.length];
    private long[] firstUnit = new long[lane.length];
    private int[] units = new int[lane.length];
    private byte[] outcome = new byte[lane.length];
    private long[] peakBytes = new long[lane.length];
    private boolean knowsMemory;

    SpanColumns(ViewMarks marks) {
        super(marks, MOST);
    }

    /** Adds a span. Its times are in nanoseconds. */
    void add(int ofLane, long fromNanos, long toNanos, Units what, int how) {
        long from = fromNanos / 1_000;
        long length = Math.max(0, toNanos - fromNanos) / 1_000;
        if (!hasRoom(length, from, ofLane)) {
            return;
        }
        lane[size] = ofLane;
        fromMicros[size] = from;
        micros[size] = length;
        cycle[size] = what.cycle();
        firstUnit[size] = what.firstUnit();
        units[size] = what.units();
        outcome[size] = (byte) how;
        peakBytes[size] = what.peakBytes();
        knowsMemory |= what.peakBytes() > 0;
        size++;
    }

    /** Consecutive units of a cycle, and the largest memory of one of them; 0: unknown. */
    record Units(int cycle, long firstUnit, int units, long peakBytes) {}

    @Override
    long measure(int entry) {
        return micros[entry];
    }

    @Override
    void moveOthers(int from, int to) {
        cycle[to] = cycle[from];
        firstUnit[to] = firstUnit[from];
        units[to] = units[from];
        outcome[to] = outcome[from];
        peakBytes[to] = peakBytes[from];
    }

    @Override
    void growOthers(int room) {
        cycle = Arrays.copyOf(cycle, room);
        firstUnit = Arrays.copyOf(firstUnit, room);
        units = Arrays.copyOf(units, room);
        outcome = Arrays.copyOf(outcome, room);
        peakBytes = Arrays.copyOf(peakBytes, room);
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
                omitted,
                knowsMemory ? Arrays.copyOfRange(peakBytes, from, to) : new long[0]);
    }

    long bytes() {
        return (long) lane.length * BYTES_EACH;
    }
}
