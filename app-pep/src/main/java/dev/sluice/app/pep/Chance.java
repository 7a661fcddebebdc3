package dev.sluice.app.pep;

/**
 * Numbers that follow from the seed and from what they are for, and from nothing else: not from what was drawn before.
 * Whoever asks for the same one, in whatever order, on whatever machine, gets the same bits.
 *
 * <p>SplitMix64 (Steele, Lea, Flood 2014), read at any position instead of one after the other.
 */
final class Chance {
    private static final long STRIDE = 0x9E3779B97F4A7C15L;
    private static final double STEP = 0x1p-53;

    /** What numbers are for: those of different purposes have nothing to do with each other. */
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

    /** The name of the sequence of numbers that belongs to one unit (or, with index 0, to one setup). */
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
