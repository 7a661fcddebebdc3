package dev.sluice.model.collect;

/** What a desk knows of one worker. Confined to its desk. */
final class Sender {
    private static final double GAIN = 0.3;

    /** Offers waiting or granted. */
    int open;

    /** The most that were open at once: so many of its slots send. */
    int peak;

    /** Granted and not arrived. */
    long bytesOnTheWay;

    /** When bytes of it last arrived, if any did. */
    long movedNanos;

    boolean everMoved;

    /** Bytes per nanosecond of one transfer; 0 while unknown. */
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

    /** An average of transfer rates that follows the latest [bytes/ns]. */
    static double smooth(double before, long bytes, long nanos) {
        if (bytes <= 0 || nanos <= 0) {
            return before;
        }
        double now = (double) bytes / nanos;
        return before > 0 ? before + GAIN * (now - before) : now;
    }
}
