package dev.sluice.master.calibration;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Processor time of the threads of a process that serve a run, and the time of the clock [ns].
 *
 * @param loop those that serve connections and schedule
 * @param caller the one that calls the application: a slot, or on the master the application's thread
 * @param computed what its units waited, all together; 0 on the master
 */
record Spent(long clock, long loop, long caller, long computed) {
    /** Until now. On the thread that calls the application. */
    static Spent now(long computed) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long loop = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().matches(".*-(loop|io)-[0-9-]+")) {
                loop += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        return new Spent(System.nanoTime(), loop, Math.max(0, threads.getCurrentThreadCpuTime()), computed);
    }

    Spent minus(Spent before) {
        return new Spent(clock - before.clock, loop - before.loop, caller - before.caller, computed - before.computed);
    }
}
