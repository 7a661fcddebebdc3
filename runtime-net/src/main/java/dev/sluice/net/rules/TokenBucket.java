package dev.sluice.net.rules;

/** A rate with a burst: each use takes one token, and tokens come back with time. Confined to its owner. */
public final class TokenBucket {
    private static final double NANOS_PER_SECOND = 1e9;

    private final double most;
    private final double perSecond;
    private double tokens;
    private long filledNanos;

    /**
     * Makes a full bucket.
     *
     * @param most tokens that it holds
     * @param perSecond tokens that come back in a second
     * @param nowNanos monotonic [ns]
     */
    public TokenBucket(double most, double perSecond, long nowNanos) {
        this.most = most;
        this.perSecond = perSecond;
        this.tokens = most;
        this.filledNanos = nowNanos;
    }

    /** Takes so many tokens; false if there are fewer. */
    public boolean take(int count, long nowNanos) {
        double refill = Math.max(0, nowNanos - filledNanos) / NANOS_PER_SECOND * perSecond;
        tokens = Math.min(most, tokens + refill);
        filledNanos = nowNanos;
        if (tokens < count) {
            return false;
        }
        tokens -= count;
        return true;
    }
}
