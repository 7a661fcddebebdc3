package dev.sluice.app.pep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Work in known amounts. An iteration is 48 dependent operations on one number, so that it takes the same number of
 * processor cycles with every compiler of the JVM, and none can be optimized away. Called by any thread; calls during
 * the calibration wait for its end.
 */
final class Spin {
    /** Iterations between two checks for interruption: about a quarter of a millisecond. */
    private static final long BLOCK = 1 << 14;
    /** Minimum processor time of a calibration round; short, so that some rounds run undisturbed. */
    private static final long ROUND_NANOS = 2_000_000;
    /** The calibration ends after this many rounds without a faster one. */
    private static final int STEADY_ROUNDS = 40;
    /** Factor by which a round must be faster to count. */
    private static final double NOISE = 1.02;
    /** Maximum number of rounds. */
    private static final int MOST_ROUNDS = 400;
    /** Maximum iterations of a round, about a second. */
    private static final long MOST_ITERATIONS = 1 << 26;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    /** Prevents the compiler from removing the work. */
    private volatile long last = 1;

    private volatile double iterationsPerSecond;

    /** The number at the end of the latest work. */
    long number() {
        return last;
    }

    /** Processor time of the calling thread. */
    long cpuNanos() {
        return threads.getCurrentThreadCpuTime();
    }

    /** Does this much work; stops early only with an exception, when the thread is interrupted. */
    void iterations(long count) throws InterruptedException {
        long number = last;
        for (long done = 0; done < count; done += BLOCK) {
            if (Thread.interrupted()) {
                throw new InterruptedException("stopped while computing");
            }
            number = chain(number, Math.min(BLOCK, count - done));
        }
        last = number;
    }

    /** Xorshift (Marsaglia 2003), eight steps at a time; never changes between 0 and other numbers. */
    private static long chain(long first, long count) {
        long x = first;
        for (long turn = 0; turn < count; turn++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }

    /**
     * Undisturbed speed of this host: iterations per second of processor time, in the fastest round. Processor time
     * excludes the time of other processes. The fastest round counts because other work on the same core or a lower
     * clock can only slow a round down. Measured once, at the first call, in one or two tenths of a second.
     */
    double iterationsPerSecond() throws InterruptedException {
        if (iterationsPerSecond == 0) {
            synchronized (this) {
                if (iterationsPerSecond == 0) {
                    iterationsPerSecond = calibrate();
                }
            }
        }
        return iterationsPerSecond;
    }

    private double calibrate() throws InterruptedException {
        long count = BLOCK;
        double best = 0;
        int steady = 0;
        for (int round = 0; round < MOST_ROUNDS && steady < STEADY_ROUNDS; round++) {
            long start = cpuNanos();
            iterations(count);
            long nanos = cpuNanos() - start;
            if (nanos < ROUND_NANOS) {
                count = Math.min(2 * count, MOST_ITERATIONS);
                continue;
            }
            double rate = count * 1e9 / nanos;
            steady = rate > best * NOISE ? 0 : steady + 1;
            best = Math.max(best, rate);
        }
        if (best == 0) {
            throw new IllegalStateException("the clock of processor time stands still (expected: it runs). "
                    + "Use --work iterations, or --compute sleep.");
        }
        return best;
    }
}
