package dev.sluice.model.record;

import dev.sluice.model.ledger.Cause;
import java.util.Arrays;

/**
 * The time of each lane by cause, in equal intervals. Sums are exact. When the run outgrows the number of intervals or
 * all lanes together the memory, the intervals of all lanes become twice as wide.
 */
final class LaneBands {
    static final int CAUSES = Cause.values().length;
    static final int MOST_INTERVALS = 1_024;

    /** Sums of one cause in one interval of one lane, over all lanes. */
    private static final int MOST_CELLS = 640 << 10;

    private static final long FIRST_WIDTH_NANOS = 10_000_000;
    private static final int FULL = 200;
    private static final int BYTES_EACH = 40;

    private final ViewMarks marks;
    private long widthNanos = FIRST_WIDTH_NANOS;
    private int allocated;
    /** Sums by lane [ns]: for each interval from {@link #base} on one of each cause. */
    private long[][] cells = new long[16][];

    private int[] base = new int[16];
    /** One past the last interval of the lane. */
    private int[] end = new int[16];
    /** The latest view before the last change of the lane. */
    private long[] changed = new long[16];

    LaneBands(ViewMarks marks) {
        this.marks = marks;
    }

    long widthNanos() {
        return widthNanos;
    }

    /** Adds time of a lane, spread evenly over [from, to). */
    void add(int lane, Cause cause, long fromNanos, long toNanos, long nanos) {
        if (nanos <= 0) {
            return;
        }
        long from = Math.max(0, fromNanos);
        long to = Math.max(from + 1, toNanos);
        open(lane, from, to);
        int first = interval(from);
        int last = interval(to - 1);
        double share = (double) nanos / (to - from);
        long given = 0;
        for (int i = first; i <= last; i++) {
            long now = i == last ? nanos : Math.min(nanos, Math.round(share * (endNanos(i) - from)));
            cells[lane][cell(lane, i, cause)] += now - given;
            given = now;
        }
        touch(lane, first, last);
    }

    /**
     * Adds times by cause, where the lane's time within [from, to) is not filled yet.
     *
     * @param slots for which the lane stands
     */
    void fill(int lane, int slots, long[] nanos, long fromNanos, long toNanos) {
        long from = Math.max(0, fromNanos);
        long to = Math.max(from + 1, toNanos);
        open(lane, from, to);
        int first = interval(from);
        int last = interval(to - 1);
        long[] room = new long[last - first + 1];
        long all = 0;
        for (int i = first; i <= last; i++) {
            long present = Math.min(to, endNanos(i)) - i * widthNanos;
            long within = Math.min(to, endNanos(i)) - Math.max(from, i * widthNanos);
            room[i - first] = Math.max(0, Math.min(slots * within, slots * present - sum(lane, i)));
            all += room[i - first];
        }
        for (Cause cause : Cause.values()) {
            spread(lane, cause, nanos[cause.ordinal()], first, room, all);
        }
        touch(lane, first, last);
    }

    private void spread(int lane, Cause cause, long nanos, int first, long[] room, long all) {
        long before = 0;
        long given = 0;
        for (int i = 0; i < room.length && nanos > 0; i++) {
            before += all > 0 ? room[i] : 1;
            long now = Math.round((double) nanos * before / (all > 0 ? all : room.length));
            cells[lane][cell(lane, first + i, cause)] += Math.min(nanos, now) - given;
            given = Math.min(nanos, now);
        }
    }

    /** The lane's time in an interval [ns]. */
    private long sum(int lane, int interval) {
        long sum = 0;
        int at = (interval - base[lane]) * CAUSES;
        for (int i = 0; i < CAUSES; i++) {
            sum += cells[lane][at + i];
        }
        return sum;
    }

    private int cell(int lane, int interval, Cause cause) {
        return (interval - base[lane]) * CAUSES + cause.ordinal();
    }

    private long endNanos(int interval) {
        return (interval + 1) * widthNanos;
    }

    private int interval(long nanos) {
        return (int) (nanos / widthNanos);
    }

    private void touch(int lane, int first, int last) {
        end[lane] = Math.max(end[lane], last + 1);
        changed[lane] = marks.sequence();
        marks.bandsChanged(first);
    }

    /** Records that the number of slots of the lane has changed, and with it all its shares. */
    void resized(int lane) {
        if (lane < cells.length && end[lane] > 0) {
            changed[lane] = marks.sequence();
            marks.bandsChanged(0);
        }
    }

    /** Makes room for the intervals of [from, to). */
    private void open(int lane, long from, long to) {
        while ((to - 1) / widthNanos >= MOST_INTERVALS) {
            widen();
        }
        if (lane >= cells.length) {
            int room = Math.max(lane + 1, 2 * cells.length);
            cells = Arrays.copyOf(cells, room);
            base = Arrays.copyOf(base, room);
            end = Arrays.copyOf(end, room);
            changed = Arrays.copyOf(changed, room);
        }
        while (!has(lane, interval(from), interval(to - 1))) {
            int first = end[lane] == 0 ? interval(from) : Math.min(base[lane], interval(from));
            int last = Math.max(end[lane] - 1, interval(to - 1));
            int intervals = last + 1 - first;
            int room = Math.min(intervals + intervals / 2 + 1, MOST_INTERVALS - first) * CAUSES;
            int more = room - (cells[lane] == null ? 0 : cells[lane].length);
            if (allocated + more > MOST_CELLS && widthNanos < Long.MAX_VALUE / MOST_INTERVALS / 4) {
                widen();
            } else {
                reallocate(lane, first, room);
            }
        }
    }

    private boolean has(int lane, int first, int last) {
        return cells[lane] != null
                && end[lane] > 0
                && first >= base[lane]
                && (last + 1 - base[lane]) * CAUSES <= cells[lane].length;
    }

    private void reallocate(int lane, int first, int room) {
        long[] old = cells[lane];
        long[] fresh = new long[room];
        if (old != null && end[lane] > 0) {
            System.arraycopy(old, 0, fresh, (base[lane] - first) * CAUSES, (end[lane] - base[lane]) * CAUSES);
        }
        allocated += room - (old == null ? 0 : old.length);
        cells[lane] = fresh;
        base[lane] = first;
        end[lane] = Math.max(end[lane], first + 1);
    }

    /** Makes all intervals twice as wide. */
    private void widen() {
        widthNanos *= 2;
        allocated = 0;
        for (int lane = 0; lane < cells.length; lane++) {
            long[] old = cells[lane];
            if (old != null && end[lane] > 0) {
                int first = base[lane] / 2;
                int after = (end[lane] + 1) / 2;
                long[] fresh = new long[(after - first) * CAUSES];
                for (int i = base[lane]; i < end[lane]; i++) {
                    for (int cause = 0; cause < CAUSES; cause++) {
                        fresh[(i / 2 - first) * CAUSES + cause] += old[(i - base[lane]) * CAUSES + cause];
                    }
                }
                cells[lane] = fresh;
                base[lane] = first;
                end[lane] = after;
                allocated += fresh.length;
            }
        }
        marks.bandsChanged(0);
    }

    /** Gives the lanes new numbers; lanes with the same number are added up, those without one are dropped. */
    void renumber(int[] lanes, int count) {
        Extents extents = extents(lanes, count);
        while (extents.cells() > MOST_CELLS / 2) {
            widen();
            extents = extents(lanes, count);
        }
        long[][] sums = new long[extents.base.length][];
        allocated = 0;
        for (int lane = 0; lane < cells.length; lane++) {
            if (isFilled(lane, lanes)) {
                int now = lanes[lane];
                if (sums[now] == null) {
                    sums[now] = new long[(extents.end[now] - extents.base[now]) * CAUSES];
                    allocated += sums[now].length;
                }
                int shift = (base[lane] - extents.base[now]) * CAUSES;
                for (int i = 0; i < (end[lane] - base[lane]) * CAUSES; i++) {
                    sums[now][shift + i] += cells[lane][i];
                }
                cells[lane] = null;
            }
        }
        cells = sums;
        base = extents.base;
        end = extents.end;
        changed = new long[cells.length];
        Arrays.fill(changed, marks.sequence());
        marks.bandsChanged(0);
    }

    private boolean isFilled(int lane, int[] lanes) {
        return lane < lanes.length && lanes[lane] >= 0 && cells[lane] != null && end[lane] > 0;
    }

    /** Finds the intervals from the first to the last of all lanes with the same new number. */
    private Extents extents(int[] lanes, int count) {
        Extents extents = new Extents(Math.max(count, 16));
        for (int lane = 0; lane < cells.length; lane++) {
            if (isFilled(lane, lanes)) {
                int now = lanes[lane];
                boolean first = extents.end[now] == 0;
                extents.base[now] = first ? base[lane] : Math.min(extents.base[now], base[lane]);
                extents.end[now] = Math.max(extents.end[now], end[lane]);
            }
        }
        return extents;
    }

    /** The intervals [base, end) of each lane; none where the end is 0. */
    private static final class Extents {
        final int[] base;
        final int[] end;

        Extents(int lanes) {
            this.base = new int[lanes];
            this.end = new int[lanes];
        }

        long cells() {
            long intervals = 0;
            for (int lane = 0; lane < end.length; lane++) {
                intervals += end[lane] - base[lane];
            }
            return intervals * CAUSES;
        }
    }

    /** Tells whether the lane has changed since the view with this number. */
    boolean hasChangedSince(int lane, long sequence) {
        return lane < cells.length && end[lane] > 0 && changed[lane] >= sequence;
    }

    /** Time of one cause in a lane [ns]. */
    long total(int lane, Cause cause) {
        long total = 0;
        for (int i = lane < cells.length && end[lane] > 0 ? base[lane] : 0; lane < cells.length && i < end[lane]; i++) {
            total += cells[lane][cell(lane, i, cause)];
        }
        return total;
    }

    /** The shares of a lane from this interval on. */
    byte[] shares(int lane, int slots, int first) {
        byte[] shares = new byte[Math.max(0, end[lane] - first) * CAUSES];
        for (int i = Math.max(first, base[lane]); i < end[lane]; i++) {
            double full = Math.max(sum(lane, i), (double) slots * widthNanos);
            int at = (i - base[lane]) * CAUSES;
            long before = 0;
            for (int cause = 0; cause < CAUSES && full > 0; cause++) {
                long after = before + cells[lane][at + cause];
                shares[(i - first) * CAUSES + cause] =
                        (byte) (Math.round(FULL * (after / full)) - Math.round(FULL * (before / full)));
                before = after;
            }
        }
        return shares;
    }

    long bytes() {
        return (long) allocated * Long.BYTES + (long) cells.length * BYTES_EACH;
    }
}
