package dev.sluice.app.pep;

import java.util.concurrent.locks.LockSupport;

/**
 * Precise waiting. A common Linux wakes a parked thread 50 to 200 µs late, so the thread spins for the last stretch.
 */
final class Pause {
    /** Length of the last stretch, which is the maximum processor time of one wait. */
    private static final long STRETCH_NANOS = 150_000;

    private Pause() {}

    /** @param deadlineNanos deadline by {@link System#nanoTime} */
    static void until(long deadlineNanos) throws InterruptedException {
        for (long left = deadlineNanos - System.nanoTime(); left > 0; left = deadlineNanos - System.nanoTime()) {
            if (Thread.interrupted()) {
                throw new InterruptedException("stopped while waiting");
            }
            if (left > STRETCH_NANOS) {
                LockSupport.parkNanos(left - STRETCH_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
