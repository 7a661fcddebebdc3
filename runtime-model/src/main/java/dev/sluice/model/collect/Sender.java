package dev.sluice.model.collect;

/** A desk's state of one worker. Confined to its desk. */
final class Sender {
    private static final double GAIN = 0.3;

    /** Number of offers waiting or granted. */
    int open;

    /** Maximum number of offers open at once, which is the number of sending slots. */
    int peak;

    /** Bytes granted and not arrived. */
    long bytesOnTheWay;

    /** When bytes from the worker last arrived, if any did. */
    long movedNanos;

    boolean everMoved;

    /** Rate of one transfer [bytes/ns]; 0 while unknown. */
    private double rate;

    void opened() {
        open++;
        peak = Math.max(peak, open);
    }

    void moved(long nowNanos) {
        everMoved = true;
        movedNanos = nowNanos;
    }

    void measured(long bytes, long nanos) {
        rate = smooth(rate, bytes, nanos);
    }

    double rateOr(double other) {
        return rate > 0 ? rate : other;
    }

    /** Exponentially smoothed transfer rate [bytes/ns]. */
    static double smooth(double before, long bytes, long nanos) {
        if (bytes <= 0 || nanos <= 0) {
            return before;
        }
        double now = (double) bytes / nanos;
        return before > 0 ? before + GAIN * (now - before) : now;
    }
}
