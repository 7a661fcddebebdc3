package dev.sluice.model.forecast;

/** The latest values of a series in a ring buffer, enough for every predictor. */
final class Recent {
    /**
     * Size of the ring: a power of two above the largest window, so that a value that leaves the window is still
     * stored.
     */
    private static final int KEPT = 64;

    private final double[] ring = new double[KEPT];
    private long count;

    void add(double value) {
        // Adding 0.0 turns negative zero into zero, so that equal values have equal order.
        ring[(int) (count & (KEPT - 1))] = value + 0.0;
        count++;
    }

    /** Number of all values ever added. */
    long count() {
        return count;
    }

    /** The value added {@code values} additions ago; 0 is the newest. */
    double ago(int values) {
        return ring[(int) ((count - 1 - values) & (KEPT - 1))];
    }
}
