package dev.sluice.model.record;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.schedule.RunningUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Places the time of slots in spans, bands and the series: what computed units, changes of causes and reports of
 * workers say, each moment once. Decides which times of events can be right. Confined to the thread of its recorder.
 */
final class TimeOfSlots {
    /** Largest distance of an event's times from the latest known time; later ones cannot be right [ns]. */
    private static final long AHEAD_NANOS = 60_000_000_000L;

    /** Largest distance of an event's end from the latest known time in a run without reports [ns]. */
    private static final long LONGEST_NANOS = 30 * 86_400_000_000_000L;

    /** Largest time from the begin of a unit until the scheduler sees it [ns]. */
    private static final long SEEN_NANOS = 1_000_000_000L;

    private final LaneTable lanes;
    private final LaneBands bands;
    private final SpanColumns spans;
    private final SeriesColumns series;
    /** The latest time that is known to have come. */
    private long latestNanos;
    /** True in a real run, whose owner tells the present. */
    private boolean isReal;

    TimeOfSlots(LaneTable lanes, LaneBands bands, SpanColumns spans, SeriesColumns series, boolean real) {
        this.lanes = lanes;
        this.bands = bands;
        this.spans = spans;
        this.series = series;
        this.isReal = real;
    }

    /** Records that this time has come. */
    void come(long nanos) {
        latestNanos = Math.max(latestNanos, nanos);
    }

    /**
     * The end of an event, or the latest known time if the end lies far ahead; -1 if its times cannot be right. One odd
     * worker must not widen the intervals of all lanes. The owner of a real run tells the present several times a
     * second. A simulated run tells it by the ends of its events, and each may take as long as its units.
     */
    long end(long fromNanos, long toNanos) {
        if (toNanos < 0 || fromNanos > toNanos || fromNanos > latestNanos + AHEAD_NANOS) {
            return -1;
        }
        long most = latestNanos + (isReal ? AHEAD_NANOS : LONGEST_NANOS);
        long end = toNanos <= most ? toNanos : Math.max(fromNanos, latestNanos);
        latestNanos = isReal ? latestNanos : Math.max(latestNanos, end);
        return end;
    }

    /**
     * Records consecutive units that a slot computed. Their time counts in the bands as far as no report of the worker
     * covers it.
     *
     * @param slot from 1; 0 if it is not known
     * @param computeNanos time in compute, at most {@code toNanos - fromNanos}
     * @param outcome one of those of {@link RunRecorder}
     */
    void computed(
            int worker,
            int slot,
            SpanColumns.Units what,
            long fromNanos,
            long toNanos,
            long computeNanos,
            int outcome) {
        int lane = lanes.lane(worker, slot);
        long end = end(fromNanos, toNanos);
        if (lane < 0 || end < 0) {
            return;
        }
        LaneTable.Row row = lanes.row(lane);
        boolean one = row.slots == 1;
        long from = Math.max(0, one ? Math.max(fromNanos, row.spanEndNanos) : fromNanos);
        long to = Math.max(from, end);
        row.spanEndNanos = Math.max(row.spanEndNanos, to);
        spans.add(lane, from, to, what, outcome);
        long open = Math.max(from, lanes.toldNanos(worker));
        if (open < to) {
            long nanos = Math.max(0, Math.min(computeNanos, to - from));
            long part = open == from ? nanos : Math.round((double) nanos * (to - open) / (to - from));
            place(worker, lane, Cause.COMPUTE, open, to, part);
            row.spansNanos += part;
            row.balanceNanos -= part;
        }
    }

    /**
     * Records units that a worker was computing when it was lost. A slot that became free earlier began an earlier
     * unit. A unit began at the end of its slot's last one, unless that was long before the unit was seen. Without
     * effect where a lane stands for several slots.
     *
     * @param running with times since the start of the run, in any order
     */
    void lost(int worker, int cycle, List<RunningUnit> running, long atNanos) {
        int first = lanes.lane(worker);
        if (first < 0 || lanes.row(first).slots != 1) {
            return;
        }
        List<Integer> slots = lanes.slotsByEnd(worker);
        List<RunningUnit> begun = new ArrayList<>(running);
        begun.sort(Comparator.comparingLong(RunningUnit::sinceNanos).thenComparingLong(RunningUnit::unit));
        for (int i = 0; i < Math.min(slots.size(), begun.size()); i++) {
            RunningUnit unit = begun.get(i);
            long free = lanes.row(first + slots.get(i) - 1).spanEndNanos;
            long from = free > 0 && unit.sinceNanos() - free <= SEEN_NANOS ? free : unit.sinceNanos();
            SpanColumns.Units what = new SpanColumns.Units(cycle, unit.unit(), 1, 0);
            computed(worker, slots.get(i), what, Math.min(from, atNanos), atNanos, 0, RunRecorder.LOST);
        }
    }

    /** Records time of one slot on one cause, where each change of the cause is known. */
    void spent(int worker, int slot, Cause cause, long fromNanos, long toNanos) {
        int lane = lanes.lane(worker, slot);
        long from = Math.max(0, fromNanos);
        long to = end(fromNanos, toNanos);
        if (lane >= 0 && from < to) {
            place(worker, lane, cause, from, to, to - from);
        }
    }

    private void place(int worker, int lane, Cause cause, long from, long to, long nanos) {
        bands.add(lane, cause, from, to, nanos);
        if (cause == Cause.COMPUTE && !lanes.isBelow(worker)) {
            series.busy(from, to, nanos);
        }
    }

    /**
     * Records slot time of a worker by cause since its last report. Compute time that spans have brought is not counted
     * again; the rest goes to slots without a span, and other causes to the time that is left.
     *
     * @param more all slots together
     */
    void reported(int worker, CauseTimes more, long atNanos) {
        int first = lanes.lane(worker);
        long from = lanes.toldNanos(worker);
        if (more.total() == 0 || first < 0) {
            return;
        }
        isReal = true;
        long to = Math.max(atNanos > latestNanos + AHEAD_NANOS ? latestNanos : atNanos, from + 1);
        latestNanos = Math.max(latestNanos, to);
        lanes.told(worker, to);
        int count = lanes.lanes(worker);
        LaneTable.Row main = lanes.row(first);
        main.balanceNanos += more.of(Cause.COMPUTE);
        for (int i = 1; i < count; i++) {
            main.balanceNanos += lanes.row(first + i).balanceNanos;
            lanes.row(first + i).balanceNanos = 0;
        }
        long rest = Math.max(0, main.balanceNanos);
        main.balanceNanos -= rest;
        if (rest > 0 && !lanes.isBelow(worker)) {
            series.busy(from, to, rest);
        }
        long[][] shares = laneShares(lanes, first, count, more, rest, from, to);
        for (int i = 0; i < count; i++) {
            LaneTable.Row row = lanes.row(first + i);
            row.spansNanos = 0;
            bands.fill(first + i, row.slots, shares[i], from, to);
        }
    }

    /**
     * Compute time that spans have brought and no report contains [ns]. It is 0 if the worker shares its lane, because
     * the time may be that of others.
     */
    long aheadNanos(int worker) {
        long balance = 0;
        for (int i = 0; i < lanes.lanes(worker) && lanes.lane(worker) >= 0; i++) {
            LaneTable.Row row = lanes.row(lanes.lane(worker) + i);
            balance += row.workers > 1 ? 0 : row.balanceNanos;
        }
        return Math.max(0, -balance);
    }

    /** Time of one cause in the bands, over all lanes but those below sub-masters [ns]. */
    long total(Cause cause) {
        long total = 0;
        for (int lane = 0; lane < lanes.size(); lane++) {
            total += lanes.row(lane).below ? 0 : bands.total(lane, cause);
        }
        return total;
    }

    /** Divides a report among lanes: for each the time of each cause. */
    private static long[][] laneShares(
            LaneTable lanes, int first, int count, CauseTimes more, long rest, long from, long to) {
        long[][] shares = new long[count][LaneBands.CAUSES];
        long[] room = new long[count];
        for (int i = 0; i < count; i++) {
            room[i] = Math.max(0, to - Math.max(from, lanes.row(first + i).spanEndNanos));
        }
        divide(rest, room, shares, Cause.COMPUTE);
        for (int i = 0; i < count; i++) {
            long filled = lanes.row(first + i).spansNanos + shares[i][Cause.COMPUTE.ordinal()];
            room[i] = Math.max(0, to - from - filled);
        }
        for (Cause cause : Cause.values()) {
            if (cause != Cause.COMPUTE) {
                divide(more.of(cause), room, shares, cause);
            }
        }
        return shares;
    }

    private static void divide(long nanos, long[] room, long[][] shares, Cause cause) {
        double all = 0;
        for (long each : room) {
            all += each;
        }
        double before = 0;
        long given = 0;
        for (int i = 0; i < room.length; i++) {
            before += all > 0 ? room[i] / all : 1.0 / room.length;
            long now = i == room.length - 1 ? nanos : Math.min(nanos, Math.round(nanos * before));
            shares[i][cause.ordinal()] = now - given;
            given = now;
        }
    }
}
