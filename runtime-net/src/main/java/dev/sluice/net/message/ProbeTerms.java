package dev.sluice.net.message;

/**
 * What one end of a probe is to do.
 *
 * @param sends whether it sends; else it counts
 * @param bytes that are sent at most [bytes]
 * @param sendNanos for so long the one sends [ns]
 * @param warmNanos from the first byte on the other lets so long pass [ns]
 * @param windowNanos then it counts for so long [ns]
 * @param pieceBytes of one {@link ProbeData} [bytes]
 */
public record ProbeTerms(boolean sends, long bytes, long sendNanos, long warmNanos, long windowNanos, int pieceBytes) {
    public ProbeTerms {
        Checks.positive("bytes", bytes);
        Checks.between("sendNanos", sendNanos, 1, 600_000_000_000L);
        Checks.between("warmNanos", warmNanos, 0, sendNanos);
        Checks.between("windowNanos", windowNanos, 1, sendNanos);
        Checks.between("pieceBytes", pieceBytes, 1, 1 << 18);
    }

    /** Those of the other end. */
    public ProbeTerms turned() {
        return new ProbeTerms(!sends, bytes, sendNanos, warmNanos, windowNanos, pieceBytes);
    }
}
