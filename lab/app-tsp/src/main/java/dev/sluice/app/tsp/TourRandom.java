package dev.sluice.app.tsp;

import java.util.SplittableRandom;

/**
 * Pseudo-random numbers from a seed, the same on every machine and with every Java. Only {@code nextLong} comes from
 * the generator, because bounded numbers have differed between versions. Confined to one thread.
 */
final class TourRandom {
    private final SplittableRandom random;

    TourRandom(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** The seed of a unit, which depends on these three numbers and nothing else. */
    static long seed(long seed, int cycle, long unit) {
        return first(first(first(seed) ^ cycle) ^ unit);
    }

    private static long first(long seed) {
        return new SplittableRandom(seed).nextLong();
    }

    /** 0 ≤ number < bound. */
    int below(int bound) {
        return (int) (((random.nextLong() >>> 33) * bound) >>> 31);
    }

    /** The cities in random order (Fisher and Yates). */
    int[] permutation(int size) {
        int[] order = new int[size];
        for (int at = 0; at < size; at++) {
            int other = below(at + 1);
            order[at] = order[other];
            order[other] = at;
        }
        return order;
    }
}
