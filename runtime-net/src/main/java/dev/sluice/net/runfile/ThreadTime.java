package dev.sluice.net.runfile;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** Processor time of threads, by which runs count their own costs. */
public final class ThreadTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private ThreadTime() {}

    /** Processor time of the calling thread since its start [ns]; 0 where the JVM cannot tell. */
    public static long ofThisThread() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? Math.max(0, THREADS.getCurrentThreadCpuTime()) : 0;
    }

    /** The same of another thread; 0 also when it has ended. */
    public static long of(Thread thread) {
        return THREADS.isThreadCpuTimeSupported() ? Math.max(0, THREADS.getThreadCpuTime(thread.getId())) : 0;
    }

    /** Processor time of all threads of this process since its start [ns]; 0 where the platform does not tell. */
    public static long ofThisProcess() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }
}
