package dev.sluice.model.flow;

/**
 * How many units may be away at a time, between the master and a worker or at the worker. The rate of a worker is at
 * most this number in the time of one unit's way there, its computing and its way back.
 *
 * @param depth d: chunks that a slot holds, at least 1; {@link #AUTO} if it grows with the round trip
 * @param chunkUnits k: units of a chunk, at least 1; infinite if a slot gets all of its units at once
 * @param inputWindowBytes inputs that may be away from the master; infinite without a limit [bytes]
 * @param resultWindowBytes results that may be sent and not acknowledged; infinite without a limit [bytes]
 * @param tripSeconds time of a round trip besides the wires: messages at both ends [s]
 */
public record LatencyTerms(
        int depth, double chunkUnits, double inputWindowBytes, double resultWindowBytes, double tripSeconds) {
    /** The depth follows the round trip: d = 1 + ⌈r/t⌉, up to a limit. */
    public static final int AUTO = -1;

    /** Any number of units may be away: latency lowers no rate. */
    public static final LatencyTerms NONE =
            new LatencyTerms(AUTO, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0);

    public LatencyTerms {
        if (depth != AUTO && depth < 1 || !(chunkUnits >= 1 && inputWindowBytes > 0 && resultWindowBytes > 0)) {
            throw new IllegalArgumentException(depth + " chunks of " + chunkUnits + " units, windows of "
                    + inputWindowBytes + " and " + resultWindowBytes + " bytes (expected: positive)");
        }
        if (!(tripSeconds >= 0)) {
            throw new IllegalArgumentException("a round trip of " + tripSeconds + " s (expected: not negative)");
        }
    }

    /** True if latency lowers no rate. */
    public boolean isNone() {
        return chunkUnits == Double.POSITIVE_INFINITY
                && inputWindowBytes == Double.POSITIVE_INFINITY
                && resultWindowBytes == Double.POSITIVE_INFINITY;
    }
}
