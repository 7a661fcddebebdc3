package dev.sluice.model.delivery;

/**
 * Decides which results are large. A large result takes noticeable time to travel, and waits for a grant if it shares a
 * link.
 */
public final class LargeResults {
    /** A result of more bytes than this is large. */
    public static final long ABOVE_BYTES = 64 << 10;

    private LargeResults() {}

    /** True if this many bytes take noticeable time to travel, so that an idle slot counts as waiting for them. */
    public static boolean areOnTheWay(long bytes) {
        return bytes >= ABOVE_BYTES;
    }

    /**
     * True if the round trip of a result is a useful sample for feeding its worker ahead. A large result is no sample
     * if it was deferred or arrives after the end of its cycle.
     *
     * @param offered true if the result needed a grant
     * @param kept true if results are deferred
     * @param open true if the result's cycle is still open
     */
    public static boolean tellRoundTrip(boolean offered, boolean kept, boolean open) {
        return !offered || (!kept && open);
    }
}
