package dev.sluice.app.pep;

/**
 * Random numbers as a pure function of seed and purpose, independent of the order of draws. The same number has the
 * same bits on every machine.
 *
 * <p>SplitMix64 (Steele, Lea, Flood 2014), read at any position instead of sequentially.
 */
final class Chance {
    private static final long STRIDE = 0x9E3779B97F4A7C15L;
    private static final double STEP = 0x1p-53;

    /** The purposes of numbers. Sequences of different purposes are independent. */
    enum Purpose {
        TIME(1),
        RESULT_SIZE(2),
        SETUP(3),
        INPUT(4),
        RESULT(5);

        private final int number;

        Purpose(int number) {
            this.number = number;
        }
    }

    private Chance() {}

    /** The key of the sequence of one unit (or, with index 0, of one setup). */
    static long key(long seed, Purpose purpose, int cycle, long index) {
        long key = mix(seed + STRIDE);
        key = mix(key + purpose.number * STRIDE);
        key = mix(key + (cycle + 1L) * STRIDE);
        return mix(key + (index + 1) * STRIDE);
    }

    /** 64 bits: number {@code position} of a sequence. */
    static long bits(long key, long position) {
        return mix(key + (position + 1) * STRIDE);
    }

    /** Number {@code position} of a sequence as one of 2⁵³ evenly spaced values, 0 < value < 1. */
    static double uniform(long key, long position) {
        return ((bits(key, position) >>> 11) + 0.5) * STEP;
    }

    static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
