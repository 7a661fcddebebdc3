package dev.sluice.model.fleet;

/**
 * Terms of a fleet.
 *
 * @param min tasks that the fleet keeps even without work
 * @param max the fleet never has more tasks
 * @param slotsPerTask slots that a task brings
 * @param minGain least gain of a task for which the fleet grows, relative to the rate; it shrinks at half of this gain
 * @param idleNanos tasks that nobody needs are returned after this time
 * @param holdNanos a size is kept at least this long
 * @param mostRefused submissions refused in a row after which the fleet pauses
 * @param mostFailed tasks in a row that end before their start after which the fleet pauses
 */
public record FleetTerms(
        int min,
        int max,
        int slotsPerTask,
        double minGain,
        long idleNanos,
        long holdNanos,
        int mostRefused,
        int mostFailed) {
    private static final long SECOND = 1_000_000_000L;

    public FleetTerms {
        if (min < 0 || max < min || slotsPerTask < 1) {
            throw new IllegalArgumentException("fleet of " + min + " to " + max + " tasks with " + slotsPerTask
                    + " slots (expected: 0 ≤ min ≤ max, at least one slot)");
        }
        if (!(minGain >= 0 && minGain < 1) || idleNanos < 0 || holdNanos < 0 || mostRefused < 1 || mostFailed < 1) {
            throw new IllegalArgumentException("least gain " + minGain + ", idle " + idleNanos + " ns, hold "
                    + holdNanos + " ns, pause after " + mostRefused + " and " + mostFailed
                    + " (expected: a gain of 0 to below 1, times of at least 0, counts of at least 1)");
        }
    }

    /** Terms with the defaults: 1 % gain, 5 minutes idle, 30 s between changes, pause after 10 and 3. */
    public static FleetTerms of(int min, int max, int slotsPerTask) {
        return new FleetTerms(min, max, slotsPerTask, 0.01, 300 * SECOND, 30 * SECOND, 10, 3);
    }
}
