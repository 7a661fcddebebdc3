package dev.sluice.model.record;

import java.util.Arrays;

/** The largest transfers, in columns. When there are too many, the smaller half is dropped. */
final class TransferColumns {
    static final int MOST = 8_000;
    private static final int BYTES_EACH = Integer.BYTES + 1 + 3 * Long.BYTES;

    private final ViewMarks marks;
    private int[] lane = new int[64];
    private byte[] toMaster = new byte[64];
    private long[] fromMicros = new long[64];
    private long[] micros = new long[64];
    private long[] sizes = new long[64];
    private int size;
    private long leastRank;
    private long omitted;

    TransferColumns(ViewMarks marks) {
        this.marks = marks;
    }

    int size() {
        return size;
    }

    void add(int ofLane, boolean up, long bytes, long fromNanos, long toNanos) {
        long from = fromNanos / 1_000;
        long rank = Rank.of(bytes, salt(from, ofLane));
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
        toMaster[size] = (byte) (up ? 1 : 0);
        fromMicros[size] = from;
        micros[size] = Math.max(0, toNanos - fromNanos) / 1_000;
        sizes[size] = bytes;
        size++;
    }

    private static long salt(long fromMicros, int lane) {
        return fromMicros * 4_099 + lane;
    }

    private void thin() {
        long[] ranks = new long[size];
        for (int i = 0; i < size; i++) {
            ranks[i] = Rank.of(sizes[i], salt(fromMicros[i], lane[i]));
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
        toMaster[to] = toMaster[from];
        fromMicros[to] = fromMicros[from];
        micros[to] = micros[from];
        sizes[to] = sizes[from];
    }

    private void grow(int room) {
        lane = Arrays.copyOf(lane, room);
        toMaster = Arrays.copyOf(toMaster, room);
        fromMicros = Arrays.copyOf(fromMicros, room);
        micros = Arrays.copyOf(micros, room);
        sizes = Arrays.copyOf(sizes, room);
    }

    /** Gives the lanes new numbers; those without one lose their transfers. */
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
