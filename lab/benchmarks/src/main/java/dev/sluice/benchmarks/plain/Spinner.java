package dev.sluice.benchmarks.plain;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a processor busy and prints its share of one: processor time over wall time of its thread. Arguments: the
 * duration [s], and the fraction of time in which it wants a processor, by default 1.
 */
public final class Spinner {
    /** Prefix of the line with the share. */
    public static final String SHARE = "share ";

    private static final long TURN_NANOS = 10_000_000L;
    private static final double NANOS = 1e9;

    private Spinner() {}

    public static void main(String[] arguments) throws InterruptedException {
        double seconds = Double.parseDouble(arguments[0]);
        double wanted = arguments.length > 1 ? Double.parseDouble(arguments[1]) : 1;
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = System.nanoTime();
        long startCpu = threads.getCurrentThreadCpuTime();
        long end = start + Math.round(seconds * NANOS);
        long turn = Math.round(TURN_NANOS * wanted);
        while (System.nanoTime() < end) {
            long until = Math.min(end, System.nanoTime() + turn);
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            if (turn < TURN_NANOS) {
                TimeUnit.NANOSECONDS.sleep(TURN_NANOS - turn);
            }
        }
        double cpu = threads.getCurrentThreadCpuTime() - startCpu;
        System.out.printf(Locale.ROOT, "%s%.4f%n", SHARE, cpu / (System.nanoTime() - start));
    }
}
