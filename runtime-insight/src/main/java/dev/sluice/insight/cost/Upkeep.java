package dev.sluice.insight.cost;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Processor time that the two processes of a run take beside its units and messages [ns]: to start, to compile what
 * runs often, to collect garbage.
 *
 * @param workerNanos of a worker, from its start
 * @param masterNanos of the master, from the run's begin, when its process is already there
 */
public record Upkeep(long workerNanos, long masterNanos) {
    /** Nothing known of it. */
    public static final Upkeep NONE = new Upkeep(0, 0);

    /** What another run adds, of the same master, which does not compile again what it has, and a worker of its own. */
    public Upkeep added(Upkeep next) {
        return new Upkeep(Math.max(0, next.workerNanos - workerNanos), next.masterNanos);
    }

    /** The sum of both. */
    public Upkeep plus(Upkeep other) {
        return new Upkeep(workerNanos + other.workerNanos, masterNanos + other.masterNanos);
    }

    /**
     * What units took more of the threads that handle them, a worker's slot and the master's application thread, than
     * those of the last step did: until the code around them was compiled.
     *
     * @param steps in their order, from the beginning of the run on; not empty
     */
    public static Upkeep untilCompiled(List<Measured> steps) {
        Measured last = steps.get(steps.size() - 1);
        return new Upkeep(more(steps, last, Measured::slotNanos), more(steps, last, Measured::applicationNanos));
    }

    private static long more(List<Measured> steps, Measured last, ToDoubleFunction<Measured> cost) {
        return Math.round(steps.stream()
                .mapToDouble(each -> each.units() * (cost.applyAsDouble(each) - cost.applyAsDouble(last)))
                .filter(nanos -> nanos > 0)
                .sum());
    }

    public Upkeep {
        if (workerNanos < 0 || masterNanos < 0) {
            throw new IllegalArgumentException(
                    "upkeep of " + workerNanos + " and " + masterNanos + " ns (expected: not negative)");
        }
    }
}
