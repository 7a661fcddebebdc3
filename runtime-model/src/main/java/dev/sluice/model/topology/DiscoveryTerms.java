package dev.sluice.model.topology;

/**
 * Limits of a discovery's load on the network.
 *
 * @param trials minimum number of trials of each test; a test whose trials differ is repeated. With 1, nothing is
 *     repeated to be precise
 * @param mostTrials maximum number of trials of each test
 * @param transferBytes maximum bytes of one transfer [bytes]
 * @param totalBytes maximum bytes of all transfers together [bytes]
 * @param spanNanos approximate duration of a transfer if its bytes suffice [ns]
 * @param linkSeconds maximum time that all transfers together keep a link busy [s]
 * @param mostSeconds maximum duration of the discovery; 0 for three times the approximate one [s]
 */
public record DiscoveryTerms(
        int trials,
        int mostTrials,
        long transferBytes,
        long totalBytes,
        long spanNanos,
        double linkSeconds,
        double mostSeconds) {
    /** Minimum size of a useful transfer. */
    public static final long LEAST_TRANSFER_BYTES = 64L << 10;

    /** Default maximum bytes of one transfer [bytes]. */
    public static final long USUAL_TRANSFER_BYTES = 16L << 20;

    /** Default maximum time that a link is kept busy [s]. */
    public static final double USUAL_LINK_SECONDS = 60;

    /** Additional trials of a test whose trials differ. */
    private static final int MORE_TRIALS = 15;

    private static final double LEAST_SPAN = 0.15;
    private static final double MOST_SPAN = 0.4;

    public DiscoveryTerms {
        if (trials < 1 || mostTrials < trials || mostTrials > 100) {
            throw new IllegalArgumentException("trials: " + trials + " to " + mostTrials
                    + " (expected: 1 to 100, the second not below the first)");
        }
        if (transferBytes < LEAST_TRANSFER_BYTES || totalBytes < transferBytes || spanNanos < 1) {
            throw new IllegalArgumentException("bytes: " + transferBytes + " of " + totalBytes + " (expected: at least "
                    + LEAST_TRANSFER_BYTES + ", and no more in one transfer than in all)");
        }
        if (!(linkSeconds > 0) || !(mostSeconds >= 0)) {
            throw new IllegalArgumentException(
                    "seconds: " + linkSeconds + " of a link, " + mostSeconds + " in all (expected: above 0)");
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
                trials,
                trials + MORE_TRIALS,
                transfer,
                Math.max(totalBytes, transfer),
                spanNanos(hosts, USUAL_LINK_SECONDS),
                USUAL_LINK_SECONDS,
                0);
    }

    /**
     * Copies the limits with others of time.
     *
     * @param link maximum time that a link is kept busy [s]
     * @param most maximum duration of the discovery; 0 for three times the approximate one [s]
     */
    public DiscoveryTerms withSeconds(double link, double most, int hosts) {
        return new DiscoveryTerms(trials, mostTrials, transferBytes, totalBytes, spanNanos(hosts, link), link, most);
    }

    /** Transfers are shorter where many hosts may be behind one link, which all of their transfers keep busy. */
    private static long spanNanos(int hosts, double linkSeconds) {
        double span = 0.4 * linkSeconds / (10 * hosts + 60);
        return Math.round(1e9 * Math.max(LEAST_SPAN, Math.min(MOST_SPAN, span)));
    }
}
