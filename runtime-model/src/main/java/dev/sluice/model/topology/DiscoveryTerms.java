package dev.sluice.model.topology;

/**
 * Limits of a discovery's load on the network.
 *
 * @param trials minimum number of trials of each test; a test whose trials differ is repeated
 * @param mostTrials maximum number of trials of each test
 * @param transferBytes maximum bytes of one transfer [bytes]
 * @param totalBytes maximum bytes of all transfers together [bytes]
 * @param spanNanos approximate duration of a transfer if its bytes suffice [ns]
 */
public record DiscoveryTerms(int trials, int mostTrials, long transferBytes, long totalBytes, long spanNanos) {
    /** Minimum size of a useful transfer. */
    public static final long LEAST_TRANSFER_BYTES = 64L << 10;

    /** Default maximum bytes of one transfer [bytes]. */
    public static final long USUAL_TRANSFER_BYTES = 16L << 20;

    /** Additional trials of a test whose trials differ. */
    private static final int MORE_TRIALS = 4;

    private static final long USUAL_SPAN_NANOS = 1_000_000_000L;

    public DiscoveryTerms {
        if (trials < 1 || mostTrials < trials || mostTrials > 100) {
            throw new IllegalArgumentException("trials: " + trials + " to " + mostTrials
                    + " (expected: 1 to 100, the second not below the first)");
        }
        if (transferBytes < LEAST_TRANSFER_BYTES || totalBytes < transferBytes || spanNanos < 1) {
            throw new IllegalArgumentException("bytes: " + transferBytes + " of " + totalBytes + " (expected: at least "
                    + LEAST_TRANSFER_BYTES + ", and no more in one transfer than in all)");
        }
    }

    /** The default limits: twice the bytes that identical hosts need. */
    public static DiscoveryTerms of(int hosts, int trials) {
        return of(trials, 2 * trials * DiscoveryPlan.alikeTransfers(hosts) * USUAL_TRANSFER_BYTES, hosts);
    }

    /** Limits with a maximum of bytes in all. */
    public static DiscoveryTerms of(int trials, long totalBytes, int hosts) {
        long each = totalBytes / Math.max(1, 2 * trials * DiscoveryPlan.alikeTransfers(hosts));
        long transfer = Math.max(LEAST_TRANSFER_BYTES, Math.min(USUAL_TRANSFER_BYTES, each));
        return new DiscoveryTerms(
                trials, trials + MORE_TRIALS, transfer, Math.max(totalBytes, transfer), USUAL_SPAN_NANOS);
    }
}
