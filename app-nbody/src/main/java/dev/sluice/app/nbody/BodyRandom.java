package dev.sluice.app.nbody;

import java.util.SplittableRandom;

/**
 * Pseudo-random numbers from a seed, bit-identical on every machine. Only integers come from the generator, and
 * functions from {@link StrictMath}. Confined to one thread.
 */
final class BodyRandom {
    private static final double BITS_53 = 0x1p-53;

    private final SplittableRandom random;

    BodyRandom(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** 0 ≤ number < 1. */
    double uniform() {
        return (random.nextLong() >>> 11) * BITS_53;
    }

    double between(double low, double high) {
        return low + (high - low) * uniform();
    }

    /** An angle in radians. */
    double angle() {
        return 2 * Math.PI * uniform();
    }

    /** Normally distributed with mean 0 and deviation 1 (Box and Muller 1958). */
    double normal() {
        return StrictMath.sqrt(-2 * StrictMath.log(1 - uniform())) * StrictMath.cos(angle());
    }

    /** A vector of this length in a random direction of the plane or of space. */
    double[] direction(int dimensions, double length) {
        double height = dimensions == 2 ? 0 : between(-1, 1);
        double across = length * StrictMath.sqrt(1 - height * height);
        double angle = angle();
        double[] vector = {across * StrictMath.cos(angle), across * StrictMath.sin(angle), length * height};
        return java.util.Arrays.copyOf(vector, dimensions);
    }
}
