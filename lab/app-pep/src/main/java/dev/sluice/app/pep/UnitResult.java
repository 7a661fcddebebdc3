package dev.sluice.app.pep;

/**
 * The result of one unit.
 *
 * @param wallNanos wall time from the first to the last step of the unit
 * @param cpuNanos processor time of its thread in this time; 0 if it did not compute
 * @param iterationsPerMilli calibrated speed of the worker, in iterations per millisecond of processor time; 0 without
 *     calibration
 * @param content bytes that fill up the requested size
 */
record UnitResult(long wallNanos, long cpuNanos, int iterationsPerMilli, byte[] content) implements Result {
    /** Encoded size without content. */
    static final int HEADER_BYTES = 24;

    /** Size of the smallest result, with 8 bytes of content, so that all results differ. */
    static final int LEAST_BYTES = HEADER_BYTES + Long.BYTES;

    @Override
    public int bytes() {
        return HEADER_BYTES + content.length;
    }
}
