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
    public boolean take(long count, long nowNanos) {
        if (held(nowNanos) < count) {
            return false;
        }
        tokens -= count;
        return true;
    }

    /** Takes at most so many tokens, as far as there are whole ones; returns how many. */
    public long takeUpTo(long count, long nowNanos) {
        long taken = Math.min(count, (long) held(nowNanos));
        tokens -= taken;
        return taken;
    }

    /** The tokens that it holds now. */
    public double held(long nowNanos) {
        double refill = Math.max(0, nowNanos - filledNanos) / NANOS_PER_SECOND * perSecond;
        tokens = Math.min(most, tokens + refill);
        filledNanos = nowNanos;
        return tokens;
    }
}
