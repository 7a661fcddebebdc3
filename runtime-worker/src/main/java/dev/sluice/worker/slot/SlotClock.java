package dev.sluice.worker.slot;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long one slot has computed, on the wall and of its processor, and waited for setups to be decoded. Written by the
 * slot's thread, but for {@link #giveUp}; what others read may lag behind units that are short, and is exact for one
 * that is long.
 */
final class SlotClock {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long OUTSIDE = Long.MIN_VALUE;

    /** Plain, as {@link #enteredNanos}, because they change with every unit. */
    private long totalNanos;

    private long enteredNanos = OUTSIDE;
    private volatile long computeNanos;
    private volatile long setupNanos;
    private volatile long finalCpuNanos;
    private volatile boolean givenUp;

    /** The application's compute is entered. */
    void enter(long nowNanos) {
        enteredNanos = nowNanos;
    }

    /** For how long it has been [ns]; 0 when it was not entered. */
    long sinceEntered(long nowNanos) {
        long entered = enteredNanos;
        return entered == OUTSIDE ? 0 : Math.max(0, nowNanos - entered);
    }

    /** It was left, after so long; 0 when it was never entered. */
    void leave(long nanos) {
        enteredNanos = OUTSIDE;
        totalNanos += nanos;
    }

    /** Units were computed, and others are to know. */
    void publish() {
        computeNanos = totalNanos;
    }

    /** The thread is left to its unit, which has computed for so long. On the loop. */
    void giveUp(long nanos) {
        computeNanos = totalNanos + nanos;
        givenUp = true;
    }

    /** A setup was waited for. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField") // the slot's thread alone writes it
    void waitedForSetup(long nanos) {
        setupNanos += nanos;
    }

    /** Wall time in compute until now, that of the running unit included [ns]. Any thread. */
    long computeNanos(long nowNanos) {
        return givenUp ? computeNanos : Math.max(computeNanos, totalNanos + sinceEntered(nowNanos));
    }

    /** Waited for setups [ns]. Any thread. */
    long setupNanos() {
        return setupNanos;
    }

    /** CPU time of the slot's thread [ns]; 0 where the platform does not tell. Any thread. */
    long cpuNanos(Thread thread) {
        long atEnd = finalCpuNanos;
        return atEnd > 0 || !THREADS.isThreadCpuTimeSupported()
                ? atEnd
                : Math.max(0, THREADS.getThreadCpuTime(thread.getId()));
    }

    /** What the thread uses from now on does not count. */
    void stop(Thread thread) {
        finalCpuNanos = cpuNanos(thread);
    }
}
