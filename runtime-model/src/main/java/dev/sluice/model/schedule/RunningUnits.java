package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The units that a worker's slots are presumably computing, since when, and the turnaround time of earlier units. The
 * estimate takes the oldest units that the worker holds, one per slot. Units that start and finish between two looks
 * are not seen. Confined to the scheduler.
 */
final class RunningUnits {
    private static final long[] NONE = {};

    /** Unit indices in ascending order; only the first {@code count} are valid. */
    private long[] units = NONE;

    /** When each unit was first seen [ns]. */
    private long[] since = NONE;

    private int count;

    /** The units of the last look, while a new look replaces them. */
    private long[] unitsBefore = NONE;

    private long[] sinceBefore = NONE;

    /** When the latest units came back, as many as the worker has slots; a slot then began its next unit [ns]. */
    private long[] cameBack = NONE;

    private long cameBackCount;

    /** Times from the look at which a unit was first seen to its result, including transfer and waiting. */
    private final Pace turnaround = new Pace();

    /** True if the next look could differ from the last one. */
    private boolean outdated = true;

    /** The running units of a worker after a look. */
    static List<RunningUnit> of(@Nullable WorkerRecord worker, long nowNanos) {
        if (worker == null) {
            return List.of();
        }
        RunningUnits running = worker.running;
        running.look(worker, nowNanos, 0);
        return IntStream.range(0, running.count)
                .mapToObj(i -> new RunningUnit(running.units[i], running.since[i]))
                .toList();
    }

    /** Continues with the running units of an earlier scheduler. */
    void resume(List<OpenCycle.RunningAge> from, long nowNanos) {
        from.forEach(each -> add(each.unit(), nowNanos - each.ageNanos()));
    }

    /**
     * The running units and how long they have been running. A unit that was not seen when it began has been running
     * since an earlier unit came back.
     */
    List<OpenCycle.RunningAge> ages(WorkerRecord worker, long nowNanos) {
        look(worker, nowNanos, 0);
        long[] begins = begins(worker.feed.roundTripNanos());
        int place = begins.length - worker.slots;
        List<OpenCycle.RunningAge> ages = new ArrayList<>();
        for (Outstanding outstanding : worker.working()) {
            UnitRanges working = outstanding.working();
            for (int i = 0; i < working.ranges(); i++) {
                for (long unit = working.from(i); unit < working.to(i) && ages.size() < count; unit++) {
                    int seen = Arrays.binarySearch(units, 0, count, unit);
                    long began = place >= 0 && place < begins.length ? begins[place] : nowNanos;
                    ages.add(new OpenCycle.RunningAge(
                            unit, nowNanos - Math.min(began, seen < 0 ? nowNanos : since[seen])));
                    place++;
                }
            }
        }
        return ages;
    }

    /** When the slots began their latest units, in ascending order [ns]. */
    private long[] begins(double roundTripNanos) {
        int known = (int) Math.min(cameBack.length, cameBackCount);
        long[] begins = Arrays.copyOf(cameBack, known);
        Arrays.sort(begins);
        long tripNanos = (long) Math.max(0, roundTripNanos / 2);
        for (int i = 0; i < known; i++) {
            begins[i] -= tripNanos;
        }
        return begins;
    }

    /** Records that the units held by the worker changed. */
    void outdated() {
        outdated = true;
    }

    /**
     * Updates the running units from the units that the worker holds. A standstill of this process does not age them.
     */
    void look(WorkerRecord worker, long nowNanos, long stoodStillNanos) {
        if ((!outdated && stoodStillNanos == 0) || (count == 0 && worker.openUnits == 0)) {
            return;
        }
        outdated = false;
        int before = turnOver();
        int width = worker.width();
        for (Outstanding outstanding : worker.working()) {
            UnitRanges working = outstanding.working();
            for (int i = 0; i < working.ranges(); i++) {
                for (long unit = working.from(i); unit < working.to(i); unit++) {
                    if (count >= width) {
                        return;
                    }
                    int known = Arrays.binarySearch(unitsBefore, 0, before, unit);
                    add(unit, known < 0 ? nowNanos : Math.min(nowNanos, sinceBefore[known] + stoodStillNanos));
                }
            }
        }
    }

    /** Starts a new look. Returns the number of units in the last one. */
    private int turnOver() {
        int before = count;
        long[] freeUnits = unitsBefore;
        long[] freeSince = sinceBefore;
        unitsBefore = units;
        sinceBefore = since;
        units = freeUnits;
        since = freeSince;
        count = 0;
        return before;
    }

    private void add(long unit, long nanos) {
        int at = Arrays.binarySearch(units, 0, count, unit);
        if (at >= 0) {
            return;
        }
        if (count == units.length) {
            units = Arrays.copyOf(units, Math.max(1, 2 * count));
            since = Arrays.copyOf(since, Math.max(1, 2 * count));
        }
        int place = -at - 1;
        System.arraycopy(units, place, units, place + 1, count - place);
        System.arraycopy(since, place, since, place + 1, count - place);
        units[place] = unit;
        since[place] = nanos;
        count++;
    }

    /** Records that [from, to) came back from a worker with so many slots. */
    void returned(long from, long to, int slots, long nowNanos) {
        cameBack(Math.min(to - from, slots), slots, nowNanos);
        int found = Arrays.binarySearch(units, 0, count, from);
        int first = found < 0 ? -found - 1 : found;
        int end = first;
        for (; end < count && units[end] < to; end++) {
            double seconds = (nowNanos - since[end]) * 1e-9;
            turnaround.add(1, nowNanos - since[end], seconds * seconds);
        }
        if (end > first) {
            outdated = true;
            System.arraycopy(units, end, units, first, count - end);
            System.arraycopy(since, end, since, first, count - end);
            count -= end - first;
        }
    }

    private void cameBack(long number, int slots, long nowNanos) {
        if (cameBack.length != slots) {
            cameBack = new long[slots];
            cameBackCount = 0;
        }
        for (long i = 0; i < number; i++) {
            cameBack[(int) (cameBackCount++ % slots)] = nowNanos;
        }
    }

    void clear() {
        outdated = true;
        cameBackCount = 0;
        count = 0;
    }

    /** Number of running units. */
    int count() {
        return count;
    }

    /** The i-th running unit, in ascending order. */
    long unit(int i) {
        return units[i];
    }

    /** When the i-th running unit was first seen [ns]. */
    long sinceNanos(int i) {
        return since[i];
    }

    /** Turnaround times of the units seen running. */
    Pace turnaround() {
        return turnaround;
    }
}
