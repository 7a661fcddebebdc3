package dev.sluice.model.topology;

/**
 * What a discovery may come to, before it begins.
 *
 * @param hosts beside the vantage
 * @param mostTests whatever the network is like
 * @param alikeTests when all hosts turn out alike
 * @param mostBytes in all transfers [bytes]
 * @param alikeSeconds about, when all hosts turn out alike [s]
 */
public record DiscoveryPlan(int hosts, int mostTests, int alikeTests, long mostBytes, double alikeSeconds) {
    /** Pairs are given up after so many for each host; those that were not told apart count as sharing a link. */
    static final int PAIRS_PER_HOST = 3;

    /** From so many on, hosts that seem independent are tried all at once, around two rings. */
    static final int LEAST_RING = 5;

    /** So many transfers at once show what the vantage's own port carries. */
    static final int MOST_AT_ONCE = 16;

    private static final double SECONDS_BETWEEN = 1;

    /** For so many hosts. */
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

    /** Each way to each host, pairs, and what groups and the vantage take. */
    static int mostTests(int hosts) {
        return 2 * hosts + mostPairs(hosts) + 3 * hosts + 6;
    }

    /** Independent of each other, or all on one link, whichever takes more. */
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
