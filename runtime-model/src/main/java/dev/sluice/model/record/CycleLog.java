package dev.sluice.model.record;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Records the figures of each cycle, and of the tenths of long ones. It has at most {@link #MOST} records: when there
 * are more, neighbours are merged. Times are since the start of the run [ns]. Confined to the thread of its owner.
 */
public final class CycleLog {
    /** Limit of records. */
    public static final int MOST = 1_000;

    /** A part of a cycle has at least this length [ns]. */
    private static final long PART_NANOS = 10_000_000_000L;

    private static final int PARTS = 10;

    /**
     * Figures since the start of the run.
     *
     * @param units accepted or given up
     */
    public record Totals(long units, long bytesOut, long bytesIn, long messages, long computeNanos) {
        /** All are 0. */
        public static final Totals ZERO = new Totals(0, 0, 0, 0, 0);
    }

    private final List<CycleRecord> records = new ArrayList<>();
    private boolean open;
    private int cycle;
    private long cycleUnits;
    private long fromNanos;
    private Totals from = Totals.ZERO;
    private CauseTimes openCauses = CauseTimes.ZERO;
    private double slotNanos;
    private long slotsAtNanos;
    private int slots;
    private long spentToNanos;
    private RegimeSlice latest = new RegimeSlice(0, 0, "", "", 0, 0, 0);

    /** A cycle begins. What was sent since the end of the one before belongs to it. */
    public void begun(int number, long units, long atNanos) {
        open = true;
        cycle = number;
        cycleUnits = units;
        next(atNanos);
    }

    /** The cycle has so many units by now. */
    public void grown(long units) {
        cycleUnits = units;
    }

    private void next(long atNanos) {
        fromNanos = atNanos;
        openCauses = CauseTimes.ZERO;
        slotNanos = 0;
        slotsAtNanos = atNanos;
    }

    /** Takes the figures of this moment, several times a second. Ends a part of a long cycle. */
    public void checkpoint(Totals now, int activeSlots, long atNanos) {
        active(activeSlots, atNanos);
        boolean tenth = PARTS * (now.units - from.units) >= cycleUnits;
        if (open && tenth && atNanos - fromNanos >= PART_NANOS) {
            end(now, 0, atNanos);
        }
    }

    private void active(int activeSlots, long atNanos) {
        slotNanos += (double) slots * Math.max(0, atNanos - slotsAtNanos);
        slotsAtNanos = Math.max(slotsAtNanos, atNanos);
        slots = activeSlots;
    }

    /** The cycle ends. */
    public void finished(Totals now, int activeSlots, long atNanos) {
        if (open) {
            active(activeSlots, atNanos);
            end(now, 1, atNanos);
            open = false;
        }
    }

    private void end(Totals now, int ended, long atNanos) {
        long nanos = Math.max(0, atNanos - fromNanos);
        records.add(new CycleRecord(
                cycle,
                ended,
                fromNanos / 1e9,
                nanos / 1e9,
                Math.max(0, now.units - from.units),
                nanos > 0 ? slotNanos / nanos : slots,
                (now.computeNanos - from.computeNanos) / 1e9,
                now.bytesOut - from.bytesOut,
                now.bytesIn - from.bytesIn,
                now.messages - from.messages,
                openCauses,
                latest.regime(),
                latest.resource()));
        from = now;
        next(atNanos);
        if (records.size() > MOST) {
            List<CycleRecord> merged = merged(MOST / 2);
            records.clear();
            records.addAll(merged);
        }
    }

    /** Takes the latest bottleneck that is known. */
    public void regime(RegimeSlice slice) {
        latest = slice;
    }

    /** Takes the slot time of all workers since the last call. It is shared among the records of that time. */
    public void spent(CauseTimes more, long atNanos) {
        long since = spentToNanos;
        spentToNanos = Math.max(since, atNanos);
        double whole = Math.max(1, spentToNanos - since);
        if (more.total() == 0) {
            return;
        }
        for (int i = records.size() - 1; i >= 0; i--) {
            CycleRecord record = records.get(i);
            long begin = Math.round(record.fromSeconds() * 1e9);
            long end = Math.round((record.fromSeconds() + record.seconds()) * 1e9);
            double overlap = Math.min(end, spentToNanos) - (double) Math.max(begin, since);
            if (overlap > 0) {
                records.set(i, record.with(part(more, overlap / whole)));
            }
            if (end <= since) {
                break;
            }
        }
        double overlap = spentToNanos - (double) Math.max(fromNanos, since);
        if (open && overlap > 0) {
            openCauses = openCauses.plus(part(more, overlap / whole));
        }
    }

    private static CauseTimes part(CauseTimes all, double share) {
        Map<Cause, Long> part = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            part.put(cause, Math.round(share * all.of(cause)));
        }
        return CauseTimes.of(part);
    }

    /** The records, with neighbours merged so that there are at most so many. */
    public List<CycleRecord> view(int most) {
        return merged(most);
    }

    private List<CycleRecord> merged(int most) {
        int together = (records.size() + most - 1) / most;
        if (together <= 1) {
            return List.copyOf(records);
        }
        List<CycleRecord> merged = new ArrayList<>();
        for (int i = 0; i < records.size(); i += together) {
            CycleRecord all = records.get(i);
            for (int j = i + 1; j < Math.min(records.size(), i + together); j++) {
                all = all.with(records.get(j));
            }
            merged.add(all);
        }
        return List.copyOf(merged);
    }
}
