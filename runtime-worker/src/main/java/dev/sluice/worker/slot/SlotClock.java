package dev.sluice.worker.slot;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Wall and CPU time for which one slot has computed, and its waiting time for setups. Written by the slot's thread,
 * except in {@link #giveUp}. Values read by other threads may lag behind short units, and are exact for a long one.
 */
final class SlotClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long OUTSIDE = Long.MIN_VALUE;

    /** A plain field like {@link #enteredNanos}, because both change with every unit. */
    private long totalNanos;

    private long enteredNanos = OUTSIDE;
    private volatile long computeNanos;
    private volatile long setupNanos;
    private volatile long finalCpuNanos;
    private volatile boolean givenUp;

    /** Records the entry into the application's compute. */
    void enter(long nowNanos) {
        enteredNanos = nowNanos;
    }

    /** Time since the entry [ns]; 0 outside compute. */
    long sinceEntered(long nowNanos) {
        long entered = enteredNanos;
        return entered == OUTSIDE ? 0 : Math.max(0, nowNanos - entered);
    }

    /** Records the return from compute and its time [ns]; 0 if it was never entered. */
    void leave(long nanos) {
        enteredNanos = OUTSIDE;
        totalNanos += nanos;
    }

    /** Publishes the times of computed units to other threads. */
    void publish() {
        computeNanos = totalNanos;
    }

    /** Adds the time of the unit in which the given-up thread is stuck [ns]. On the loop. */
    void giveUp(long nanos) {
        computeNanos = totalNanos + nanos;
        givenUp = true;
    }

    /** Adds waiting time for a setup [ns]. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // the slot's thread alone writes it
    void waitedForSetup(long nanos) {
        setupNanos += nanos;
    }

    /** Wall time in compute until now, including the running unit [ns]. Any thread. */
    long computeNanos(long nowNanos) {
        return givenUp ? computeNanos : Math.max(computeNanos, totalNanos + sinceEntered(nowNanos));
    }

    /** Waiting time for setups [ns]. Any thread. */
    long setupNanos() {
        return setupNanos;
    }

    /** CPU time of the slot's thread [ns]; 0 if the platform does not report it. Any thread. */
    long cpuNanos(Thread thread) {
        long atEnd = finalCpuNanos;
        return atEnd > 0 || !THREADS.isThreadCpuTimeSupported()
                ? atEnd
                : Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
    }

    /** Stops counting the CPU time of the thread. */
    void stop(Thread thread) {
        finalCpuNanos = cpuNanos(thread);
    }
}
