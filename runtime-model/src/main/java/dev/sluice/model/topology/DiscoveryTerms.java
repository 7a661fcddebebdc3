package dev.sluice.model.topology;

/**
 * How much a discovery may ask of the network.
 *
 * @param trials of each test, at least; a test whose trials differ is repeated
 * @param mostTrials of each test
 * @param transferBytes of one transfer, at most [bytes]
 * @param totalBytes of all transfers together, at most [bytes]
 * @param spanNanos a transfer lasts about so long where its bytes suffice [ns]
 */
public record DiscoveryTerms(int trials, int mostTrials, long transferBytes, long totalBytes, long spanNanos) {
    /** Fewer bytes say nothing. */
    public static final long LEAST_TRANSFER_BYTES = 64L << 10;

    /** What is sent in one transfer unless told otherwise [bytes]. */
    public static final long USUAL_TRANSFER_BYTES = 16L << 20;

    /** Of a test whose trials differ. */
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

    /** For so many hosts, with so many trials of each test: twice what hosts that are all alike need. */
    public static DiscoveryTerms of(int hosts, int trials) {
        return of(trials, 2 * trials * DiscoveryPlan.alikeTransfers(hosts) * USUAL_TRANSFER_BYTES, hosts);
    }

    /** Within so many bytes in all. */
    public static DiscoveryTerms of(int trials, long totalBytes, int hosts) {
        long each = totalBytes / Math.max(1, 2 * trials * DiscoveryPlan.alikeTransfers(hosts));
        long transfer = Math.max(LEAST_TRANSFER_BYTES, Math.min(USUAL_TRANSFER_BYTES, each));
        return new DiscoveryTerms(
                trials, trials + MORE_TRIALS, transfer, Math.max(totalBytes, transfer), USUAL_SPAN_NANOS);
    }
}
