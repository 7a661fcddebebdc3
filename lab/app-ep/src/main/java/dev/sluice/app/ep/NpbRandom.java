package dev.sluice.app.ep;

/**
 * The generator of the NAS Parallel Benchmarks: x(k+1) = 5^13 · x(k) mod 2^46 (Bailey et al., The NAS Parallel
 * Benchmarks, report RNR-94-007, 1994, section 2.3). Products wrap modulo 2^64, a multiple of 2^46, so {@code long} is
 * exact. Confined to one thread.
 */
final class NpbRandom {
    static final long SEED = 271_828_183;

    private static final long MULTIPLIER = 1_220_703_125; // 5^13
    private static final long MASK = (1L << 46) - 1;
    private static final double SCALE = 0x1p-46;

    private long state;

    /** @param passed how many numbers of the sequence come before the next one */
    NpbRandom(long passed) {
        this.state = (SEED * power(passed)) & MASK;
    }

    /** 5^13 to this power, modulo 2^46, by squaring. */
    static long power(long exponent) {
        long power = 1;
        long square = MULTIPLIER;
        for (long rest = exponent; rest > 0; rest >>= 1) {
            if ((rest & 1) == 1) {
                power = (power * square) & MASK;
            }
            square = (square * square) & MASK;
        }
        return power;
    }

    /** 0 < number < 1. */
    double next() {
        state = (state * MULTIPLIER) & MASK;
        return state * SCALE;
    }
}
