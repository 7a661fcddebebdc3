package dev.sluice.master;

import dev.sluice.model.ledger.Counters;
import dev.sluice.model.ledger.UsualUnits;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The progress of a run. Written on the master loop; any thread may call {@link #snapshot}. */
public final class RunProgress {
    /** Failures recorded with details; later ones are only counted. */
    private static final int DETAILED = 100;

    private static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Ranges of failed units that a report names. */
    private static final int RANGES = 1_000;

    /** The mean time of a cycle is that of the last cycles, up to this number of them. */
    private static final int LAST_CYCLES = 32;

    /** Times of the ends of the last cycles [ns], in their order. */
    private final Deque<Long> cycleEnds = new ArrayDeque<>();

    private final List<Action.Quarantine> quarantined = new ArrayList<>();
    private final Map<Integer, UnitRanges> failed = new TreeMap<>();
    private long quarantinedUnits;
    private long startNanos;
    private long endNanos;
    private long earlierUnits;
    private long firstCycleEndNanos;
    /** True once there has been a slot. */
    private boolean manned;

    private long firstSlotNanos;

    /** Steps that had ended when the first were told, and when that was [ns since the start]. */
    private int firstStep;

    private long firstStepNanos;

    /** Cycles that have ended. */
    private final UsualUnits usual = new UsualUnits();

    /** True if the open or last cycle is among them. */
    private boolean counted;

    private volatile Snapshot snapshot = new Snapshot(0, -1, 0, 0, 0, 0, 0, NONE, new Cycles(0, 0, 0));

    /**
     * @param nanos since the start [ns]
     * @param cycle number of the open or last cycle, -1 before the first
     * @param units in that cycle, so far if it is open
     * @param finished units of that cycle that are accepted or given up
     * @param finishedInAll the same over all cycles
     * @param waiting finished units whose results the application has not taken yet
     */
    public record Snapshot(
            long nanos,
            int cycle,
            long units,
            long finished,
            long finishedInAll,
            long waiting,
            int slots,
            Counters counters,
            Cycles cycles) {
        private Snapshot withCycles(Cycles all) {
            return new Snapshot(nanos, cycle, units, finished, finishedInAll, waiting, slots, counters, all);
        }

        private Snapshot withCycle(int number, long unitsOfIt, Cycles all) {
            return new Snapshot(nanos, number, unitsOfIt, finished, finishedInAll, waiting, slots, counters, all);
        }

        private Snapshot withFinished(long inCycle, long inAll) {
            return new Snapshot(nanos, cycle, units, inCycle, inAll, waiting, slots, counters, cycles);
        }

        private Snapshot withCounters(long now, int slotsNow, Counters counted) {
            return new Snapshot(now, cycle, units, finished, finishedInAll, waiting, slotsNow, counted, cycles);
        }

        private Snapshot withWaiting(long number) {
            return new Snapshot(nanos, cycle, units, finished, finishedInAll, number, slots, counters, cycles);
        }

        /**
         * The same with the units alone that the application has taken: this is what people are shown. A step of parts
         * that stay on workers is shown as a cycle.
         */
        public Snapshot taken() {
            Snapshot taken = withFinished(Math.max(0, finished - waiting), Math.max(0, finishedInAll - waiting));
            return cycles.steps.inAll == 0 || cycle < 0 ? taken : taken.bySteps();
        }

        private Snapshot bySteps() {
            Steps steps = cycles.steps;
            boolean over = steps.ended == steps.inAll;
            long ofStep = over ? steps.parts : Math.max(0, finished - Math.max(0, units - steps.parts));
            return new Snapshot(
                    nanos,
                    over ? steps.inAll - 1 : steps.ended,
                    steps.parts,
                    ofStep,
                    finishedInAll,
                    waiting,
                    slots,
                    counters,
                    new Cycles(steps.inAll, steps.begunNanos, steps.meanNanos));
        }

        /** True if the cycle may get more units. */
        public boolean open() {
            return cycles.open;
        }

        /** Number of all cycles; 0 if it is not known. More cycles than were expected mean that it is not. */
        public int cyclesInAll() {
            return cycles.expected() > cycle ? cycles.expected() : 0;
        }

        /** Tells whether no cycle follows the open one. */
        boolean isLastCycle() {
            return cyclesInAll() == cycle + 1;
        }

        /** Number of cycles in which no unit is outstanding. */
        public int cyclesFinished() {
            return isOver() ? cycle + 1 : cycle;
        }

        /** Tells whether no unit of the cycle is left, and none comes. */
        private boolean isOver() {
            return finished >= units && !open();
        }

        /** Finished share of the units of this cycle, from 0 to 1; 0 if it is over. */
        private double openShare() {
            return finished >= units ? 0 : (double) finished / units;
        }

        /**
         * Finished share of the run, from 0 to 1, if each cycle counts the same and their number is known; else NaN.
         * The share of a cycle that may get more units is not known.
         */
        public double share() {
            return (cyclesFinished() + openShare()) / (cyclesInAll() == 0 || open() ? Double.NaN : cyclesInAll());
        }

        /**
         * Time until the end of the last cycle [s]: what is left of the open cycle at its own pace, and the mean time
         * of the last cycles for each later one. Empty if the number of cycles is not known, or nothing is finished
         * yet, or the cycle may get more units.
         */
        public OptionalDouble secondsLeft() {
            double share = openShare();
            double whole = share > 0 ? (nanos - cycles.begunNanos()) / share : cycles.meanNanos();
            double mean = cycles.meanNanos() > 0 ? cycles.meanNanos() : whole;
            int later = cyclesInAll() - cycle - 1;
            if (cycle < 0 || open() || cyclesInAll() == 0 || later > 0 && mean <= 0) {
                return OptionalDouble.empty();
            }
            double rest = finished >= units ? 0 : whole * (1 - share);
            return OptionalDouble.of((rest + later * mean) / 1e9);
        }
    }

    /**
     * The cycles of the run.
     *
     * @param expected number of all cycles; 0 if it is not known
     * @param begunNanos begin of the open or last cycle since the start [ns]; the first begins when there is a slot
     * @param meanNanos mean time of the last cycles, from end to end [ns]; 0 before the end of the first, which counts
     *     only until the second has ended
     * @param steps of parts that stay on workers
     * @param open whether the open or last cycle may get more units
     */
    public record Cycles(int expected, long begunNanos, long meanNanos, Steps steps, boolean open) {
        /** Cycles of units that any worker may compute. */
        public Cycles(int expected, long begunNanos, long meanNanos) {
            this(expected, begunNanos, meanNanos, Steps.NONE, false);
        }

        private Cycles withExpected(int number) {
            return new Cycles(number, begunNanos, meanNanos, steps, open);
        }

        private Cycles withBegun(long nanos) {
            return new Cycles(expected, nanos, meanNanos, steps, open);
        }

        private Cycles withMean(long nanos) {
            return new Cycles(expected, begunNanos, nanos, steps, open);
        }

        private Cycles withOpen(boolean grows) {
            return new Cycles(expected, begunNanos, meanNanos, steps, grows);
        }
    }

    /**
     * The steps of parts that stay on workers.
     *
     * @param ended steps that have ended
     * @param inAll 0 if there are none
     * @param parts units of a step
     * @param begunNanos begin of the present step since the start [ns]
     * @param meanNanos mean time of the steps that were seen to end; 0 before the second [ns]
     */
    public record Steps(int ended, int inAll, long parts, long begunNanos, long meanNanos) {
        static final Steps NONE = new Steps(0, 0, 0, 0, 0);
    }

    /** Units [from, to) of a cycle, all of which failed on every worker that tried them. */
    public record FailedRange(int cycle, long from, long to) {}

    void started(long nowNanos) {
        startNanos = nowNanos;
    }

    public long startNanos() {
        return startNanos;
    }

    /** Time since the start of the run [ns]; 0 before it. */
    long since(long nowNanos) {
        return startNanos == 0 ? 0 : Math.max(0, nowNanos - startNanos);
    }

    /** Takes the number of all cycles. */
    public void cyclesExpected(int number) {
        snapshot = snapshot.withCycles(snapshot.cycles.withExpected(number));
    }

    /** Takes the number of steps that have ended. The first that are told may come from a journal, and take no time. */
    public void stepped(int ended, int inAll, long parts, long nowNanos) {
        Cycles all = snapshot.cycles;
        long now = nowNanos - startNanos;
        if (all.steps.inAll == 0) {
            firstStep = ended;
            firstStepNanos = now;
        }
        long mean = ended > firstStep ? (now - firstStepNanos) / (ended - firstStep) : 0;
        Steps steps = new Steps(ended, inAll, parts, now, mean);
        snapshot = snapshot.withCycles(new Cycles(all.expected, all.begunNanos, all.meanNanos, steps, all.open));
    }

    void cycleBegun(int number, long units, boolean open, long nowNanos) {
        snapshot = snapshot.withCycle(
                        number, units, snapshot.cycles.withOpen(open).withBegun(nowNanos - startNanos))
                .withFinished(0, earlierUnits);
        counted = false;
    }

    /** The last cycle opens again, because results are missing. */
    void cycleReopened(int number, long units, boolean open, long nowNanos) {
        earlierUnits -= units;
        cycleBegun(number, units, open, nowNanos);
    }

    /** The open cycle has so many more units, and perhaps no more to come. */
    void unitsAdded(long units, boolean closes) {
        Cycles all = snapshot.cycles.withOpen(snapshot.open() && !closes);
        snapshot = snapshot.withCycle(snapshot.cycle, snapshot.units + units, all);
    }

    /** Units of the usual cycle so far; 0 while nobody knows, because the open one may get more. On the loop. */
    public long usualUnits() {
        Snapshot s = snapshot;
        if (s.open() || counted) {
            return s.open() ? 0 : usual.units();
        }
        UsualUnits withThis = new UsualUnits(usual);
        withThis.add(s.units, s.slots, s.nanos - s.cycles.begunNanos);
        return withThis.units();
    }

    void cycleFinished(int number, long nowNanos) {
        Snapshot s = snapshot;
        usual.add(s.units, s.slots, nowNanos - startNanos - s.cycles.begunNanos);
        counted = true;
        firstCycleEndNanos = number == 0 ? nowNanos : firstCycleEndNanos;
        earlierUnits += s.units;
        Cycles all = s.cycles.withOpen(false).withMean(meanNanos(s.cycles.begunNanos, nowNanos));
        snapshot = s.withCycle(number, s.units, all).withFinished(s.units, earlierUnits);
    }

    /** Mean time of the last cycles [ns], of which one ends now. */
    private long meanNanos(long begunNanos, long nowNanos) {
        cycleEnds.add(nowNanos);
        if (cycleEnds.size() == 1) {
            return nowNanos - startNanos - begunNanos;
        }
        if (cycleEnds.size() > LAST_CYCLES + 1) {
            cycleEnds.remove();
        }
        return (nowNanos - cycleEnds.getFirst()) / (cycleEnds.size() - 1);
    }

    /**
     * Updates the progress. {@code finished} belongs to the open cycle and is ignored between cycles.
     *
     * @param waiting finished units that the application has not taken yet
     */
    void counted(Counters counters, long finished, long waiting, int slots, long nowNanos) {
        Snapshot s =
                snapshot.withCounters(nowNanos - startNanos, slots, counters).withWaiting(waiting);
        boolean open = s.finishedInAll == earlierUnits && s.finished < s.units || s.finishedInAll > earlierUnits;
        s = open ? s.withFinished(finished, earlierUnits + finished) : s.withFinished(s.finished, earlierUnits);
        if (!manned && slots > 0) {
            manned = true;
            firstSlotNanos = s.nanos;
            cycleEnds.clear();
            s = s.withCycles(s.cycles.withBegun(s.nanos).withMean(0));
        }
        snapshot = s;
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
        snapshot = snapshot.withCounters(nowNanos - startNanos, snapshot.slots, counters);
    }

    /**
     * Time of the whole run [s]: with the later cycles if their number is known, else until the open one ends at its
     * own pace.
     */
    double expectedSeconds(long nowNanos) {
        Snapshot s = snapshot;
        double now = (nowNanos - startNanos) / 1e9;
        double share = s.openShare();
        double open = share > 0 ? (s.nanos - s.cycles.begunNanos()) / share : s.cycles.meanNanos();
        return now + s.secondsLeft().orElse(s.finished >= s.units ? 0 : open * (1 - share) / 1e9);
    }

    /** Time from the start to the end of the first cycle [ns]; 0 if it did not end. */
    public long firstCycleNanos() {
        return firstCycleEndNanos == 0 ? 0 : firstCycleEndNanos - startNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    /** Time from the start to the first slot [ns]; 0 before it. */
    public long firstSlotNanos() {
        return firstSlotNanos;
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
