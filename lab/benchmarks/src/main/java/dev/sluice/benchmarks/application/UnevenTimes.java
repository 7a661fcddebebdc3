package dev.sluice.benchmarks.application;

import java.util.SplittableRandom;

/** Unit times as a pure function of cycle and index: four of five units take 10 ms, one takes 100 ms. */
public final class UnevenTimes {
    private static final long SHORT_NANOS = 10_000_000;
    private static final long LONG_NANOS = 100_000_000;
    private static final double LONG_SHARE = 0.2;
    private static final long SEED = 20_261_121;

    private UnevenTimes() {}

    /** Time of a unit on a worker of full speed [ns]. */
    public static long nanos(int cycle, long index) {
        SplittableRandom random = new SplittableRandom(SEED + 1_000_003L * cycle + index);
        return random.nextDouble() < LONG_SHARE ? LONG_NANOS : SHORT_NANOS;
    }

    /** Total time of the units of a cycle on one worker of full speed [s]. */
    public static double totalSeconds(int cycle, long units) {
        long sum = 0;
        for (long unit = 0; unit < units; unit++) {
            sum += nanos(cycle, unit);
        }
        return sum * 1e-9;
    }
}
