package dev.sluice.app.ep;

/**
 * The sums and counts of some blocks: the result of a unit, and of all. Sums are integers in units of 2^-40, so that
 * their total is the same in any order.
 *
 * @param x sum of the first coordinates, in units of 2^-40
 * @param y sum of the second coordinates, in units of 2^-40
 * @param counts number of pairs whose larger absolute coordinate is in [k, k + 1), for k from 0 to 9
 */
public record RingTally(long x, long y, long[] counts) {
    static final int RINGS = 10;
    static final RingTally NONE = new RingTally(0, 0, new long[RINGS]);

    private static final double UNITS = 0x1p40;

    /** The tally of one block. Each sum is rounded by 2^-41 at most. */
    static RingTally ofBlock(double sumX, double sumY, long[] counts) {
        return new RingTally(Math.round(sumX * UNITS), Math.round(sumY * UNITS), counts);
    }

    RingTally plus(RingTally other) {
        long[] sum = counts.clone();
        for (int ring = 0; ring < RINGS; ring++) {
            sum[ring] += other.counts[ring];
        }
        return new RingTally(Math.addExact(x, other.x), Math.addExact(y, other.y), sum);
    }

    double sumX() {
        return x / UNITS;
    }

    double sumY() {
        return y / UNITS;
    }

    /** Number of all pairs that were counted. */
    long pairs() {
        long pairs = 0;
        for (long count : counts) {
            pairs += count;
        }
        return pairs;
    }
}
