package dev.sluice.model.topology;

/**
 * The bounds and the expected effort of a discovery.
 *
 * @param hosts number of hosts without the vantage
 * @param mostTests maximum number of tests, whatever the network is like
 * @param alikeTests number of tests if all hosts turn out alike
 * @param mostBytes maximum bytes of all transfers [bytes]
 * @param alikeSeconds approximate duration if all hosts turn out alike [s]
 */
public record DiscoveryPlan(int hosts, int mostTests, int alikeTests, long mostBytes, double alikeSeconds) {
    /** Maximum number of pair tests per host. Hosts that were not told apart count as sharing a link. */
    static final int PAIRS_PER_HOST = 3;

    /** Minimum number of apparently independent hosts to test all at once, around two rings. */
    static final int LEAST_RING = 5;

    /** Number of simultaneous transfers that saturate the vantage's own port. */
    static final int MOST_AT_ONCE = 16;

    private static final double SECONDS_BETWEEN = 1;

    /** The plan for this number of hosts. */
    public static DiscoveryPlan of(int hosts, DiscoveryTerms terms) {
        int alike = alikeTests(hosts);
        return new DiscoveryPlan(
                hosts,
                mostTests(hosts),
                alike,
                terms.totalBytes(),
                alike * terms.trials() * (terms.spanNanos() * 1e-9 + SECONDS_BETWEEN));
    }

    static int mostPairs(int hosts) {
        return Math.min(pairs(hosts), PAIRS_PER_HOST * hosts);
    }

    /** Tests in each direction with each host, of pairs, of groups, and of the vantage. */
    static int mostTests(int hosts) {
        return 2 * hosts + mostPairs(hosts) + 3 * hosts + 6;
    }

    /** The greater of the numbers of tests for independent hosts and for hosts that all share one link. */
    static int alikeTests(int hosts) {
        int apart = hosts >= LEAST_RING ? 3 + 2 : pairs(hosts);
        int together = hosts - 1 + 3;
        return 2 * hosts + Math.max(apart, together) + 2;
    }

    static long alikeTransfers(int hosts) {
        long apart = hosts >= LEAST_RING ? 6 + 2L * hosts : 2L * pairs(hosts);
        long together = 2L * hosts + 2 + hosts;
        return 2L * hosts + Math.max(apart, together) + 2L * Math.min(hosts, MOST_AT_ONCE);
    }

    private static int pairs(int hosts) {
        return (int) Math.min(Integer.MAX_VALUE / 4, (long) hosts * (hosts - 1) / 2);
    }
}
