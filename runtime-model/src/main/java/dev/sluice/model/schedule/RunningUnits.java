package dev.sluice.model.schedule;

import java.util.Arrays;

/**
 * The units that a worker's slots compute now, as far as can be told from here: the oldest that it holds, as many as it
 * has slots; since when; and how long such units took to come back. What comes and goes between two looks is not seen.
 * Confined to the scheduler.
 */
final class RunningUnits {
    private static final long[] NONE = {};

    /** Ascending; the first {@code count} count. */
    private long[] units = NONE;

    /** Of each, when it was seen first. */
    private long[] since = NONE;

    private int count;

    /** What the last look saw, while it is being replaced. */
    private long[] unitsBefore = NONE;

    private long[] sinceBefore = NONE;

    /**
     * Times from the look at which a unit was seen first to its result: with its transfer and all that it waited for.
     */
    private final Pace turnaround = new Pace();

    /** Whether the next look could see something else than the last one. */
    private boolean outdated = true;

    /** What the worker holds is not what it was. */
    void outdated() {
        outdated = true;
    }

    /** Looks at what the worker holds; after a standstill of this process, which ages nothing. */
    void look(WorkerRecord worker, long nowNanos, long stoodStillNanos) {
        if ((!outdated && stoodStillNanos == 0) || (count == 0 && worker.openUnits == 0)) {
            return;
        }
        outdated = false;
        int before = turnOver();
        for (Outstanding outstanding : worker.working()) {
            UnitRanges working = outstanding.working();
            for (int i = 0; i < working.ranges(); i++) {
                for (long unit = working.from(i); unit < working.to(i); unit++) {
                    if (count == worker.slots) {
                        return;
                    }
                    int known = Arrays.binarySearch(unitsBefore, 0, before, unit);
                    add(unit, known < 0 ? nowNanos : Math.min(nowNanos, sinceBefore[known] + stoodStillNanos));
                }
            }
        }
    }

    /** Begins anew; says how many were seen before. */
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

    /** [from, to) came back. */
    void returned(long from, long to, long nowNanos) {
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

    void clear() {
        outdated = true;
        count = 0;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** The i-th of them, in ascending order. */
    long unit(int i) {
        return units[i];
    }

    /** When that was seen first. */
    long sinceNanos(int i) {
        return since[i];
    }

    /** Of the units that were seen. */
    Pace turnaround() {
        return turnaround;
    }
}
