package dev.sluice.model.tune;

import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.UnitRanges;

/** Open cycles that are shortened: of the units that no worker holds, only the last ones are left. */
public final class LastUnits {
    /** Units of workers that are more than this part of those that are left do not fit into a shortened cycle. */
    private static final int HELD_PART = 4;

    private LastUnits() {}

    /**
     * The same cycle with at most so many units that no worker holds; the others count as finished. Its policy begins
     * anew with them.
     */
    static OpenCycle of(OpenCycle open, long most) {
        UnitRanges pool = new UnitRanges();
        UnitRanges finished = open.finished().copy();
        long room = most;
        for (int i = open.pool().ranges() - 1; i >= 0; i--) {
            long from = open.pool().from(i);
            long to = open.pool().to(i);
            long begin = Math.max(from, to - room);
            if (begin < to) {
                pool.add(begin, to);
            }
            if (from < begin) {
                finished.add(from, begin);
            }
            room -= to - begin;
        }
        OpenCycle.PolicyCourse anew =
                new OpenCycle.PolicyCourse(open.handout().policy().begin(), pool.size(), 0);
        return new OpenCycle(open.cycle(), open.units(), finished, pool, open.handout(), anew, open.workers());
    }

    /** Tells whether a cycle shortened to so many units would still behave as the cycle does. */
    public static boolean canShorten(OpenCycle open, long most) {
        long held = open.workers().stream()
                .mapToLong(OpenCycle.OpenWorker::openUnits)
                .sum();
        return open.pool().size() > most && held * HELD_PART <= most;
    }
}
