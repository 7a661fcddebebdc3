package dev.sluice.model.topology;

/**
 * What came of one transfer.
 *
 * @param bytesPerSecond that arrived within the window; 0 unless measured [bytes/s]
 * @param bytes sent in all [bytes]
 * @param roundTripNanos the least that was seen before the transfer; 0 where not measured [ns]
 */
public record Reading(double bytesPerSecond, long bytes, long roundTripNanos, Outcome outcome) {
    /** How it ended. */
    public enum Outcome {
        /** The window was seen from its begin to its end. */
        MEASURED,
        /** The bytes were used up before that: the way is faster than was thought. */
        SHORT,
        /** Something broke in the middle. */
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

    /** A transfer that was not one. */
    public static Reading failed(Outcome outcome, long bytes) {
        return new Reading(0, bytes, 0, outcome);
    }
}
