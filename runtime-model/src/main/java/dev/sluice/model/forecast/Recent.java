package dev.sluice.model.forecast;

/** The last values of a series, as many as any predictor looks back at, in a ring. */
final class Recent {
    /** Beyond the largest window: what leaves it is still there. A power of two. */
    private static final int KEPT = 64;

    private final double[] ring = new double[KEPT];
    private long count;

    void add(double value) {
        // Negative zero becomes zero, so that equal values are also equal in order.
        ring[(int) (count & (KEPT - 1))] = value + 0.0;
        count++;
    }

    /** All values that were ever added. */
    long count() {
        return count;
    }

    /** The newest value is 0 ago. */
    double ago(int values) {
        return ring[(int) ((count - 1 - values) & (KEPT - 1))];
    }
}
