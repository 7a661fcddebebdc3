package dev.sluice.model.record;

import java.util.Arrays;

/** The largest transfers. */
final class TransferColumns extends RankedColumns {
    static final int MOST = 8_000;
    private static final int BYTES_EACH = Integer.BYTES + 1 + 3 * Long.BYTES;

    private byte[] toMaster = new byte[lane.length];
    private long[] sizes = new long[lane.length];

    TransferColumns(ViewMarks marks) {
        super(marks, MOST);
    }

    void add(int ofLane, boolean up, long bytes, long fromNanos, long toNanos) {
        long from = fromNanos / 1_000;
        if (!hasRoom(bytes, from, ofLane)) {
            return;
        }
        lane[size] = ofLane;
        toMaster[size] = (byte) (up ? 1 : 0);
        fromMicros[size] = from;
        micros[size] = Math.max(0, toNanos - fromNanos) / 1_000;
        sizes[size] = bytes;
        size++;
    }

    @Override
    long measure(int entry) {
        return sizes[entry];
    }

    @Override
    void moveOthers(int from, int to) {
        toMaster[to] = toMaster[from];
        sizes[to] = sizes[from];
    }

    @Override
    void growOthers(int room) {
        toMaster = Arrays.copyOf(toMaster, room);
        sizes = Arrays.copyOf(sizes, room);
    }

    /** The entries [from, to). */
    RunView.Transfers view(int from, int to) {
        return new RunView.Transfers(
                Arrays.copyOfRange(lane, from, to),
                Arrays.copyOfRange(toMaster, from, to),
                Arrays.copyOfRange(fromMicros, from, to),
                Arrays.copyOfRange(micros, from, to),
                Arrays.copyOfRange(sizes, from, to),
                omitted);
    }

    long bytes() {
        return (long) lane.length * BYTES_EACH;
    }
}
