package dev.sluice.model.ledger;

/**
 * The master's report about the time before it sent a message to a worker. A worker that waited attributes its wait by
 * it.
 *
 * @param dryNanos how long the master had had no unit for this worker when it decided [ns]
 * @param heardNanos how long before its decision the master had received this worker's latest results [ns]
 */
public record Lull(long dryNanos, long heardNanos) {
    /** The master answered without delay. */
    public static final Lull NONE = new Lull(0, 0);

    public Lull {
        if (dryNanos < 0 || heardNanos < 0) {
            throw new IllegalArgumentException(
                    "lull: " + dryNanos + " ns dry, heard " + heardNanos + " ns before (expected: not negative)");
        }
    }
}
