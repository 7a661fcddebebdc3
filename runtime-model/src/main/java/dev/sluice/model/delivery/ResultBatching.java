package dev.sluice.model.delivery;

import dev.sluice.model.schedule.SchedulerConfig;

/**
 * Decides when a batch of a slot's results leaves its worker. A batch leaves when it is large, when it is old, or when
 * it holds a large share of the work left in the worker. In the last case the master learns early that the slots need
 * more work.
 */
public final class ResultBatching {
    /** Size at which a batch leaves at once [bytes]. */
    public static final int FULL_BYTES = 64 << 10;

    /** A batch leaves before a unit during which it would become older than this [ns]. */
    public static final long PATIENCE_NANOS = SchedulerConfig.BATCHING_NANOS;

    /** A timer checks a batch this long after it began to wait, and sends it if it is still waiting [ns]. */
    public static final long DEADLINE_NANOS = 2 * PATIENCE_NANOS;

    private ResultBatching() {}

    /**
     * True if a batch leaves because it is large, or holds a large share of the work left in the worker.
     *
     * @param unitsLeft units in the worker that are not computed
     */
    public static boolean isFull(long bytes, int units, long unitsLeft, int slots) {
        return isFull(bytes, units, unitsLeft, slots, 1);
    }

    /**
     * The same rule, if each simulated unit stands for several of the application.
     *
     * @param together application units per simulated unit; 1 in a real run
     */
    public static boolean isFull(long bytes, int units, long unitsLeft, int slots, long together) {
        return bytes >= FULL_BYTES
                || units * together >= SchedulerConfig.BATCH_UNITS
                || (long) units * slots >= unitsLeft;
    }

    /** True if a batch of this age leaves before the next unit of this forecast time. */
    public static boolean isOld(long ageNanos, long forecastNanos) {
        return ageNanos + forecastNanos > PATIENCE_NANOS;
    }

    /** Delay until the timer's next check, given the age of the oldest waiting batch [ns]. */
    public static long lookAgainNanos(long oldestAgeNanos) {
        return Math.max(1, DEADLINE_NANOS - oldestAgeNanos);
    }

    /**
     * Expected number of units in a batch when it leaves, if all units take equally long and much work is left.
     *
     * @param resultBytes size of each result. A batch that is not full takes one more result of any size
     * @param together application units per simulated unit; 1 in a real run
     */
    public static double expectedUnits(double unitNanos, double resultBytes, long together) {
        double full = Math.ceil((double) SchedulerConfig.BATCH_UNITS / together);
        double sized = Math.ceil(FULL_BYTES / Math.max(1, resultBytes));
        double waited = Math.floor(PATIENCE_NANOS / Math.max(1, unitNanos)) + 1;
        return Math.min(Math.min(full, sized), waited);
    }
}
