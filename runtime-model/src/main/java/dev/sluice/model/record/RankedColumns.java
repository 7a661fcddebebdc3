package dev.sluice.model.record;

import java.util.Arrays;

/**
 * Entries in columns, of which the largest stay. When there are too many, the smaller half is dropped, and from then on
 * so are entries that are as small. Subclasses have the columns that only their entries have.
 */
abstract class RankedColumns {
    private static final int FIRST_ROOM = 64;

    int[] lane = new int[FIRST_ROOM];
    long[] fromMicros = new long[FIRST_ROOM];
    long[] micros = new long[FIRST_ROOM];
    int size;
    long omitted;

    private final ViewMarks marks;
    private final int most;
    private long leastRank;

    /** @param most entries that are kept */
    RankedColumns(ViewMarks marks, int most) {
        this.marks = marks;
        this.most = most;
    }

    final int size() {
        return size;
    }

    /** The size by which an entry is ranked. */
    abstract long measure(int entry);

    /** Moves an entry in the columns of the subclass. */
    abstract void moveOthers(int from, int to);

    /** Changes the length of the columns of the subclass. */
    abstract void growOthers(int room);

    /** Makes room for an entry of this size at {@link #size}; false if the entry is left out. */
    final boolean hasRoom(long measure, long from, int ofLane) {
        long rank = Rank.of(measure, salt(from, ofLane));
        if (rank >= leastRank && size == most) {
            thin();
        }
        if (rank < leastRank) {
            omitted++;
            return false;
        }
        if (size == lane.length) {
            int room = Math.min(most, 2 * size);
            lane = Arrays.copyOf(lane, room);
            fromMicros = Arrays.copyOf(fromMicros, room);
            micros = Arrays.copyOf(micros, room);
            growOthers(room);
        }
        return true;
    }

    private static long salt(long fromMicros, int lane) {
        return fromMicros * 4_099 + lane;
    }

    private void thin() {
        long[] ranks = new long[size];
        for (int i = 0; i < size; i++) {
            ranks[i] = Rank.of(measure(i), salt(fromMicros[i], lane[i]));
        }
        leastRank = Rank.leastToStay(ranks.clone());
        int left = 0;
        for (int i = 0; i < size; i++) {
            if (ranks[i] >= leastRank) {
                move(i, left++);
            }
        }
        shrink(left);
        marks.restart();
    }

    private void shrink(int left) {
        omitted += size - left;
        size = left;
    }

    private void move(int from, int to) {
        lane[to] = lane[from];
        fromMicros[to] = fromMicros[from];
        micros[to] = micros[from];
        moveOthers(from, to);
    }

    /** Gives the lanes new numbers; those without one lose their entries. */
    final void renumber(int[] lanes) {
        int left = 0;
        for (int i = 0; i < size; i++) {
            int now = lanes[lane[i]];
            if (now >= 0) {
                move(i, left);
                lane[left++] = now;
            }
        }
        shrink(left);
    }
}
