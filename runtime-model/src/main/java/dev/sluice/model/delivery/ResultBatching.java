package dev.sluice.model.delivery;

import dev.sluice.model.schedule.SchedulerConfig;

/**
 * When the results that a slot has gathered leave its worker. A batch leaves when it is large, when it is old, or when
 * its units are as many as are left in the worker. The master then learns early that the slots need more work.
 */
public final class ResultBatching {
    /** A batch of so many bytes leaves at once. */
    public static final int FULL_BYTES = 64 << 10;

    /** A batch that would become older than this during the next unit leaves before it [ns]. */
    public static final long PATIENCE_NANOS = SchedulerConfig.BATCHING_NANOS;

    /** A timer looks so long after a batch began to wait, and sends it if it waits still [ns]. */
    public static final long DEADLINE_NANOS = 2 * PATIENCE_NANOS;

    private ResultBatching() {}

    /**
     * Whether a batch leaves because it is large, or holds a large part of the work left in the worker.
     *
     * @param unitsLeft units in the worker that are not computed
     */
    public static boolean isFull(long bytes, int units, long unitsLeft, int slots) {
        return isFull(bytes, units, unitsLeft, slots, 1);
    }

    /**
     * The same, if each unit stands for several of the application.
     *
     * @param together how many each stands for; 1 in a real run
     */
    public static boolean isFull(long bytes, int units, long unitsLeft, int slots, long together) {
        return bytes >= FULL_BYTES
                || units * together >= SchedulerConfig.BATCH_UNITS
                || (long) units * slots >= unitsLeft;
    }

    /** Whether a batch of this age leaves before a unit of this forecast time is computed. */
    public static boolean isOld(long ageNanos, long forecastNanos) {
        return ageNanos + forecastNanos > PATIENCE_NANOS;
    }

    /** When the timer looks again, if the oldest batch that still waits has this age [ns]. */
    public static long lookAgainNanos(long oldestAgeNanos) {
        return Math.max(1, DEADLINE_NANOS - oldestAgeNanos);
    }

    /**
     * How many units a batch holds when it leaves, if all take equally long and much work is left.
     *
     * @param resultBytes size of each result; a batch that is not full takes another, however large
     * @param together how many units of the application each stands for
     */
    public static double expectedUnits(double unitNanos, double resultBytes, long together) {
        double full = Math.ceil((double) SchedulerConfig.BATCH_UNITS / together);
        double sized = Math.ceil(FULL_BYTES / Math.max(1, resultBytes));
        double waited = Math.floor(PATIENCE_NANOS / Math.max(1, unitNanos)) + 1;
        return Math.min(Math.min(full, sized), waited);
    }
}
