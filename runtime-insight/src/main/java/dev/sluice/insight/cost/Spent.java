package dev.sluice.insight.cost;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;

/**
 * Processor time of the threads of a process that serve a run, and the time of the clock [ns].
 *
 * @param units that a worker has computed, or the master accepted
 * @param messages with results that the master has got; 0 on a worker
 * @param loop those that serve connections and schedule
 * @param callers those that call the application: all slots, or on the master the application's thread
 * @param others of the application's and the runtime's other threads that have not ended
 * @param rest of all but loop and callers: others, those that have ended, and those of the virtual machine; known to 10
 *     ms
 * @param waited what its units waited, all together, by the clock; 0 on the master
 * @param spun what its units computed, all together, of {@code callers}, and what these measurements took of it
 */
record Spent(
        long clock,
        long units,
        long messages,
        long loop,
        long callers,
        long others,
        long rest,
        long waited,
        long spun) {
    static final Spent NOTHING = new Spent(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Until now. On a thread that calls the application. */
    static Spent now(long units, long messages, long waited, long spun) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long here = Thread.currentThread().getId();
        long loop = 0;
        long callers = 0;
        long others = 0;
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (thread == null) {
                continue; // it has ended meanwhile
            }
            long taken = Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
            if (thread.getThreadName().matches(".*-(loop|io)-[0-9-]+")) {
                loop += taken;
            } else if (thread.getThreadId() == here || thread.getThreadName().matches("slot-[0-9]+")) {
                callers += taken;
            } else {
                others += taken;
            }
        }
        long rest = Math.max(0, process() - loop - callers);
        return new Spent(System.nanoTime(), units, messages, loop, callers, others, rest, waited, spun);
    }

    private static long process() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    Spent minus(Spent before) {
        return new Spent(
                clock - before.clock,
                units - before.units,
                messages - before.messages,
                loop - before.loop,
                callers - before.callers,
                others - before.others,
                rest - before.rest,
                waited - before.waited,
                spun - before.spun);
    }

    /** By loops and others, in a second of the clock [ns]. */
    long eachSecond() {
        return clock <= 0 ? 0 : Math.round(Math.max(0, loop + others) * 1e9 / clock);
    }

    /** As numbers that travel. */
    long[] numbers() {
        return new long[] {clock, units, messages, loop, callers, others, rest, waited, spun};
    }

    static Spent of(long[] numbers) {
        return new Spent(
                numbers[0],
                numbers[1],
                numbers[2],
                numbers[3],
                numbers[4],
                numbers[5],
                numbers[6],
                numbers[7],
                numbers[8]);
    }
}
