package dev.sluice.model.record;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * Remembers how much the last views contained, so that a change since one of them can be made. Columns that only grow
 * are marked by their size, intervals by the first that has changed since.
 */
final class ViewMarks {
    /** Views since which a change can be made. */
    private static final int REMEMBERED = 64;

    private static final int BYTES_EACH = 80;

    /** The contents of one view. */
    static final class Mark {
        final long sequence;
        final long epoch;
        final long nanos;
        final Sizes sizes;
        /** First interval of the bands that changed between this view and the next. */
        private int bandsFrom = Integer.MAX_VALUE;

        private int seriesFrom = Integer.MAX_VALUE;

        private Mark(long sequence, long epoch, long nanos, Sizes sizes) {
            this.sequence = sequence;
            this.epoch = epoch;
            this.nanos = nanos;
            this.sizes = sizes;
        }
    }

    /** Numbers of entries. */
    record Sizes(int spans, int transfers, int decisions, int failures) {
        static final Sizes NONE = new Sizes(0, 0, 0, 0);
    }

    private final Deque<Mark> marks = new ArrayDeque<>();
    private long epoch;
    private Mark latest = new Mark(0, 0, Long.MIN_VALUE, Sizes.NONE);

    /** Records that entries of earlier views were dropped or renumbered: no change since these views is possible. */
    void restart() {
        epoch++;
    }

    void bandsChanged(int interval) {
        latest.bandsFrom = Math.min(latest.bandsFrom, interval);
    }

    void seriesChanged(int interval) {
        latest.seriesFrom = Math.min(latest.seriesFrom, interval);
    }

    /** Number of the latest view; 0 before the first. */
    long sequence() {
        return latest.sequence;
    }

    /** The latest view, if a whole view with its contents can still be made and it is not older than this. */
    @Nullable
    Mark latest(long nowNanos, long oldestNanos) {
        boolean usable = latest.sequence > 0 && latest.epoch == epoch && nowNanos - latest.nanos <= oldestNanos;
        return usable ? latest : null;
    }

    /** The view with this number, if a change since then can be made. */
    @Nullable
    Mark since(long sequence) {
        for (Iterator<Mark> newest = marks.descendingIterator(); newest.hasNext(); ) {
            Mark mark = newest.next();
            if (mark.sequence == sequence) {
                return mark.epoch == epoch ? mark : null;
            }
        }
        return null;
    }

    /** First interval of the bands that has changed since this view. */
    int bandsSince(Mark since) {
        int from = Integer.MAX_VALUE;
        for (Mark mark : marks) {
            from = mark.sequence >= since.sequence ? Math.min(from, mark.bandsFrom) : from;
        }
        return from;
    }

    /** First interval of the series that has changed since this view. */
    int seriesSince(Mark since) {
        int from = Integer.MAX_VALUE;
        for (Mark mark : marks) {
            from = mark.sequence >= since.sequence ? Math.min(from, mark.seriesFrom) : from;
        }
        return from;
    }

    /** Records a view with the next number. */
    Mark next(Sizes sizes, long nowNanos) {
        latest = new Mark(latest.sequence + 1, epoch, nowNanos, sizes);
        marks.addLast(latest);
        if (marks.size() > REMEMBERED) {
            marks.removeFirst();
        }
        return latest;
    }

    long bytes() {
        return (long) REMEMBERED * BYTES_EACH;
    }
}
