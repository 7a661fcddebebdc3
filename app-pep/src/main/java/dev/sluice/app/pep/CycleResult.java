package dev.sluice.app.pep;

/**
 * What any number of units of a cycle were folded into. Its size does not depend on how many they were, and all of it
 * is exact: sums of whole numbers, and contents combined by exclusive or.
 *
 * @param units how many
 * @param wallNanos of all of them, each from its first to its last step
 * @param cpuNanos processor time of all of them; 0 where nothing was computed
 * @param content of all of them; empty when there are none
 */
record CycleResult(long units, long wallNanos, long cpuNanos, byte[] content) implements Result {
    /** Encoded size with no content. */
    static final int HEADER_BYTES = 32;

    /** The smallest one that has 8 bytes of content. */
    static final int LEAST_BYTES = HEADER_BYTES + Long.BYTES;

    /** Of no units. */
    static final CycleResult NONE = new CycleResult(0, 0, 0, new byte[0]);

    @Override
    public int bytes() {
        return HEADER_BYTES + content.length;
    }

    /** Of the units of both. */
    CycleResult plus(CycleResult other) {
        return new CycleResult(
                units + other.units,
                wallNanos + other.wallNanos,
                cpuNanos + other.cpuNanos,
                Content.combined(content, other.content));
    }
}
