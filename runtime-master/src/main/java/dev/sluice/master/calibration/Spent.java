package dev.sluice.master.calibration;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Processor time of the threads of a process that serve a run, and the time of the clock [ns].
 *
 * @param loop those that serve connections and schedule
 * @param caller the one that calls the application: a slot, or on the master the application's thread
 * @param rest of all others of the process, those that have ended among them
 * @param computed what its units waited, all together; 0 on the master
 */
record Spent(long clock, long loop, long caller, long rest, long computed) {
    static final Spent NOTHING = new Spent(0, 0, 0, 0, 0);

    /** Until now. On the thread that calls the application. */
    static Spent now(long computed) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long loop = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread != null && thread.getThreadName().matches(".*-(loop|io)-[0-9-]+")) {
                loop += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            }
        }
        long caller = Math.max(0, threads.getCurrentThreadCpuTime());
        return new Spent(System.nanoTime(), loop, caller, Math.max(0, process() - loop - caller), computed);
    }

    private static long process() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    Spent minus(Spent before) {
        return new Spent(
                clock - before.clock,
                loop - before.loop,
                caller - before.caller,
                rest - before.rest,
                computed - before.computed);
    }

    /** By loops and all others but the caller, in a second of the clock [ns]. */
    long eachSecond() {
        return clock <= 0 ? 0 : Math.round(Math.max(0, loop + rest) * 1e9 / clock);
    }

    /** As numbers that travel. */
    long[] numbers() {
        return new long[] {clock, loop, caller, rest, computed};
    }

    static Spent of(long[] numbers) {
        return new Spent(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    }
}
