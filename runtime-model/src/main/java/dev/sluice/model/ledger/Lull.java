package dev.sluice.model.ledger;

/**
 * What the master says of the time before it gave a worker something: a worker that waited divides its wait by this.
 *
 * @param dryNanos for how long, when it decided, it had had nothing for this worker [ns]
 * @param heardNanos how long before that it had received this worker's latest results [ns]
 */
public record Lull(long dryNanos, long heardNanos) {
    /** It gave as soon as it was asked. */
    public static final Lull NONE = new Lull(0, 0);

    public Lull {
        if (dryNanos < 0 || heardNanos < 0) {
            throw new IllegalArgumentException(
                    "lull: " + dryNanos + " ns dry, heard " + heardNanos + " ns before (expected: not negative)");
        }
    }
}
