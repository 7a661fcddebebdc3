package dev.sluice.insight.cost;

import java.util.Collection;
import java.util.function.ToLongFunction;

/**
 * What one step cost per unit, on average over the units between the first and the last time that a process said what
 * it has spent: clock, and processor time of each thread that served it [ns]. With several workers, of all of them.
 *
 * @param units that these are the average of, on the workers
 * @param clockNanos between two results, less what the unit between them waited
 * @param slotNanos of all slots together, less what the unit computed
 * @param messages with its result: a part of one
 */
public record Measured(
        Step step,
        long units,
        double clockNanos,
        double masterLoopNanos,
        double applicationNanos,
        double workerLoopNanos,
        double slotNanos,
        double messages) {
    static Measured of(Step step, Spent master, Collection<Spent> workers) {
        long units = sum(workers, Spent::units);
        long callers = sum(workers, Spent::callers);
        long spun = sum(workers, Spent::spun);
        return new Measured(
                step,
                units,
                each(master.clock() - sum(workers, Spent::waited), master.units()),
                each(master.loop(), master.units()),
                each(Math.max(0, master.callers() - master.spun()), master.units()),
                each(sum(workers, Spent::loop), units),
                each(Math.max(0, callers - spun), units),
                each(master.messages(), master.units()));
    }

    private static long sum(Collection<Spent> workers, ToLongFunction<Spent> part) {
        return workers.stream().mapToLong(part).sum();
    }

    /** Nothing where nobody said anything twice. */
    private static double each(long all, long units) {
        return units == 0 ? 0 : (double) all / units;
    }
}
