package dev.sluice.model.topology;

/**
 * The result of one transfer.
 *
 * @param bytesPerSecond rate within the window; 0 unless measured [bytes/s]
 * @param bytes bytes sent in all [bytes]
 * @param roundTripNanos minimum round trip before the transfer; 0 if not measured [ns]
 */
public record Reading(double bytesPerSecond, long bytes, long roundTripNanos, Outcome outcome) {
    /** The outcomes of a transfer. */
    public enum Outcome {
        /** The window was measured completely. */
        MEASURED,
        /** The bytes were used up before the end of the window: the path is faster than estimated. */
        SHORT,
        /** The transfer broke. */
        BROKEN,
        /** The two cannot reach each other. */
        UNREACHABLE
    }

    public Reading {
        if (!(bytesPerSecond >= 0) || bytes < 0 || roundTripNanos < 0) {
            throw new IllegalArgumentException("reading: " + bytesPerSecond + " bytes/s, " + bytes
                    + " bytes, round trip " + roundTripNanos + " ns (expected: none negative)");
        }
    }

    /** A failed transfer. */
    public static Reading failed(Outcome outcome, long bytes) {
        return new Reading(0, bytes, 0, outcome);
    }
}
