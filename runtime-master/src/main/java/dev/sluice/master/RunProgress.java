package dev.sluice.master;

import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Counters;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The progress of a run. Written on the master loop; any thread may call {@link #snapshot}. */
public final class RunProgress {
    /** Failures recorded with details; later ones are only counted. */
    private static final int DETAILED = 100;

    private static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Ranges of failed units that a report names. */
    private static final int RANGES = 1_000;

    private final List<Action.Quarantine> quarantined = new ArrayList<>();
    private final Map<Integer, UnitRanges> failed = new TreeMap<>();
    private long quarantinedUnits;
    private long startNanos;
    private long endNanos;
    private long earlierUnits;
    private long firstCycleEndNanos;
    private volatile Snapshot snapshot = new Snapshot(0, -1, 0, 0, 0, 0, NONE);

    /**
     * @param nanos since the start [ns]
     * @param cycle number of the open or last cycle, -1 before the first
     * @param units in that cycle
     * @param finished units of that cycle that are accepted or given up
     * @param finishedInAll the same over all cycles
     */
    public record Snapshot(
            long nanos, int cycle, long units, long finished, long finishedInAll, int slots, Counters counters) {}

    /** Units [from, to) of a cycle, all of which failed on every worker that tried them. */
    public record FailedRange(int cycle, long from, long to) {}

    void started(long nowNanos) {
        startNanos = nowNanos;
    }

    public long startNanos() {
        return startNanos;
    }

    void cycleBegun(int number, long units) {
        Snapshot s = snapshot;
        snapshot = new Snapshot(s.nanos, number, units, 0, earlierUnits, s.slots, s.counters);
    }

    void cycleFinished(int number, long nowNanos) {
        Snapshot s = snapshot;
        firstCycleEndNanos = number == 0 ? nowNanos : firstCycleEndNanos;
        earlierUnits += s.units;
        snapshot = new Snapshot(s.nanos, number, s.units, s.units, earlierUnits, s.slots, s.counters);
    }

    /** Updates the progress. {@code finished} belongs to the open cycle and is ignored between cycles. */
    void counted(Counters counters, long finished, int slots, long nowNanos) {
        Snapshot s = snapshot;
        boolean open = s.finishedInAll == earlierUnits && s.finished < s.units || s.finishedInAll > earlierUnits;
        long done = open ? finished : s.finished;
        long all = open ? earlierUnits + finished : earlierUnits;
        snapshot = new Snapshot(nowNanos - startNanos, s.cycle, s.units, done, all, slots, counters);
    }

    public void quarantined(Action.Quarantine quarantine) {
        quarantinedUnits++;
        failed.computeIfAbsent(quarantine.cycle(), unused -> new UnitRanges())
                .add(quarantine.unit(), quarantine.unit() + 1);
        if (quarantined.size() < DETAILED) {
            quarantined.add(quarantine);
        }
    }

    void ended(long nowNanos, Counters counters) {
        endNanos = nowNanos;
        Snapshot s = snapshot;
        snapshot =
                new Snapshot(nowNanos - startNanos, s.cycle, s.units, s.finished, s.finishedInAll, s.slots, counters);
    }

    /** Time from the start to the end of the first cycle [ns]; 0 if it did not end. */
    public long firstCycleNanos() {
        return firstCycleEndNanos == 0 ? 0 : firstCycleEndNanos - startNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    public long quarantinedUnits() {
        return quarantinedUnits;
    }

    /** The failed units by cycle and index; the first thousand ranges. */
    public List<FailedRange> failedRanges() {
        List<FailedRange> ranges = new ArrayList<>();
        failed.forEach((cycle, units) -> units.forEach((from, to) -> {
            if (ranges.size() < RANGES) {
                ranges.add(new FailedRange(cycle, from, to));
            }
        }));
        return ranges;
    }

    /** The first hundred units that failed on every worker that tried them. */
    public List<Action.Quarantine> quarantined() {
        return quarantined;
    }

    /** The progress now. Any thread. */
    public Snapshot snapshot() {
        return snapshot;
    }
}
