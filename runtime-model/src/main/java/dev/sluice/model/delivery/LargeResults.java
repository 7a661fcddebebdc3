package dev.sluice.model.delivery;

/** Which results are large. Large results take a while to travel, and wait for a grant where they share a link. */
public final class LargeResults {
    /** A result of more bytes than this is large. */
    public static final long ABOVE_BYTES = 64 << 10;

    private LargeResults() {}

    /** Whether so many bytes on the way take a while, so that a slot without work waits for them. */
    public static boolean areOnTheWay(long bytes) {
        return bytes >= ABOVE_BYTES;
    }

    /**
     * Whether the round trip of a result says something about feeding its worker ahead. A large result that was kept
     * until the end of its cycle, or arrives after it, says nothing.
     *
     * @param offered whether the result needed a grant
     * @param kept whether workers keep results until they are collected
     * @param open whether its cycle is still open
     */
    public static boolean tellRoundTrip(boolean offered, boolean kept, boolean open) {
        return !offered || (!kept && open);
    }
}
