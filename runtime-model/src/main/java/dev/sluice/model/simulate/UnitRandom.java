package dev.sluice.model.simulate;

/**
 * Random numbers as a pure function of seed and purpose. SplitMix64 (Steele, Lea, Flood 2014), read at any position.
 * The sequences equal those of app-pep, so that both draw the same units.
 */
final class UnitRandom {
    private static final long STRIDE = 0x9E3779B97F4A7C15L;
    private static final double STEP = 0x1p-53;

    /** Purposes of numbers. Sequences of different purposes are independent. */
    static final int TIME = 1;

    static final int RESULT_SIZE = 2;
    static final int INPUT_SIZE = 6;
    static final int ACCEPT_TIME = 7;

    private UnitRandom() {}

    /** The part of {@link #key(long, int, int, long)} that all units of a cycle share. */
    static long series(long seed, int purpose, int cycle) {
        long key = mix(seed + STRIDE);
        key = mix(key + purpose * STRIDE);
        return mix(key + (cycle + 1L) * STRIDE);
    }

    static long key(long series, long unit) {
        return mix(series + (unit + 1) * STRIDE);
    }

    /** Number {@code position} of a sequence as one of 2⁵³ evenly spaced values, 0 < value < 1. */
    static double uniform(long key, long position) {
        return ((mix(key + (position + 1) * STRIDE) >>> 11) + 0.5) * STEP;
    }

    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
