package dev.sluice.app.pep;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Work in known amounts. An iteration is 48 operations on one number, each of which needs the one before it, so that it
 * takes the same number of processor cycles whichever compiler of the JVM made the code, and none can be saved. Any
 * thread; those that come while the speed is being measured wait for it.
 */
final class Spin {
    /** Iterations between two looks at whether the thread is interrupted: about a quarter of a millisecond. */
    private static final long BLOCK = 1 << 14;
    /** Least processor time of one round of the calibration: short, so that some rounds are left alone. */
    private static final long ROUND_NANOS = 2_000_000;
    /** The calibration ends when so many rounds were no faster than those before them, */
    private static final int STEADY_ROUNDS = 40;
    /** by more than this, */
    private static final double NOISE = 1.02;
    /** or at the latest after so many. */
    private static final int MOST_ROUNDS = 400;
    /** About a second: no round is longer. */
    private static final long MOST_ITERATIONS = 1 << 26;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    /** Keeps the compiler from seeing that nobody needs the number. */
    private volatile long last = 1;

    private volatile double iterationsPerSecond;

    /** The number that the last work ended with. */
    long number() {
        return last;
    }

    /** Processor time of the calling thread. */
    long cpuNanos() {
        return threads.getCurrentThreadCpuTime();
    }

    /** Does so much work; stops early only by throwing, when the thread is interrupted. */
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

    /** Xorshift (Marsaglia 2003), eight steps at a time; never leaves 0, never comes to it. */
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
     * This host's speed when nothing slows it: iterations per second of processor time, in the fastest round. Processor
     * time, because what other processes take away must not count; the fastest, because a neighbour on the same core or
     * a lower clock can only make a round slower. Measured once, at the first call, in one or two tenths of a second.
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
