package dev.sluice.app.pep;

import java.util.concurrent.locks.LockSupport;

/**
 * Waiting that ends on time. A parked thread is woken 50 to 200 µs late on a common Linux, so the last stretch is spent
 * looking at the clock.
 */
final class Pause {
    /** Length of the last stretch: the processor time that one wait may cost. */
    private static final long STRETCH_NANOS = 150_000;

    private Pause() {}

    /** @param deadlineNanos by {@link System#nanoTime} */
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
