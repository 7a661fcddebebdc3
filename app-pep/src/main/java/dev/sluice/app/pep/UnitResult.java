package dev.sluice.app.pep;

/**
 * What a worker gives back for one unit.
 *
 * @param wallNanos from the first to the last step of the unit
 * @param cpuNanos processor time of its thread meanwhile; 0 where nothing was computed
 * @param iterationsPerMilli speed of the worker as calibrated, in iterations per millisecond of processor time; 0 where
 *     nothing was calibrated
 * @param content so many bytes as make up the size asked for
 */
record UnitResult(long wallNanos, long cpuNanos, int iterationsPerMilli, byte[] content) implements Result {
    /** Encoded size with no content. */
    static final int HEADER_BYTES = 24;

    /** The smallest result: it has 8 bytes of content, so that each can be told from every other. */
    static final int LEAST_BYTES = HEADER_BYTES + Long.BYTES;

    @Override
    public int bytes() {
        return HEADER_BYTES + content.length;
    }
}
