package dev.sluice.net.message;

/**
 * The task of one end of a probe.
 *
 * @param sends whether it sends; else it counts
 * @param bytes limit of bytes to send [bytes]
 * @param sendNanos how long to send [ns]
 * @param warmNanos warm-up of the counting end, from the first byte on [ns]
 * @param windowNanos how long to count after the warm-up [ns]
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

    /** The terms of the other end. */
    public ProbeTerms turned() {
        return new ProbeTerms(!sends, bytes, sendNanos, warmNanos, windowNanos, pieceBytes);
    }
}
