package dev.sluice.model.predict;

/**
 * A confidence interval relative to an estimate: between estimate·(1 + low) and estimate·(1 + high).
 *
 * @param low −1 or more
 * @param high not below low
 */
public record Interval(double low, double high) {
    /** The interval of an exact value. */
    public static final Interval EXACT = new Interval(0, 0);

    /** The interval of an estimate of whose error nothing is known: half to twice as long. */
    public static final Interval UNSURE = new Interval(-0.5, 1);

    public Interval {
        if (!(low >= -1 && high >= low)) {
            throw new IllegalArgumentException(low + " to " + high + " (expected: −1 ≤ low ≤ high)");
        }
    }

    /** True if neither end is further away than this fraction. */
    public boolean isWithin(double fraction) {
        return low >= -fraction && high <= fraction;
    }
}
