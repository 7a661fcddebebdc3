package dev.sluice.app.pep;

/**
 * The accumulated results of any number of units of a cycle. Its size does not depend on their number, and all of it is
 * exact: sums of integers, and contents combined by exclusive or.
 *
 * @param units number of units
 * @param wallNanos wall time of all units, each from its first to its last step
 * @param cpuNanos processor time of all units; 0 if none computed
 * @param content combined content of all units; empty if there are none
 */
record CycleResult(long units, long wallNanos, long cpuNanos, byte[] content) implements Result {
    /** Encoded size without content. */
    static final int HEADER_BYTES = 32;

    /** Size of the smallest one, with 8 bytes of content. */
    static final int LEAST_BYTES = HEADER_BYTES + Long.BYTES;

    /** The result of no units. */
    static final CycleResult NONE = new CycleResult(0, 0, 0, new byte[0]);

    @Override
    public int bytes() {
        return HEADER_BYTES + content.length;
    }

    /** Accumulates the units of both. */
    CycleResult plus(CycleResult other) {
        return new CycleResult(
                units + other.units,
                wallNanos + other.wallNanos,
                cpuNanos + other.cpuNanos,
                Content.combined(content, other.content));
    }
}
