package dev.sluice.model.topology;

import dev.sluice.model.Written;

/**
 * The bounds and the expected effort of a discovery.
 *
 * @param hosts number of hosts without the vantage
 * @param mostTests maximum number of tests, whatever the network is like
 * @param alikeTests number of tests if all hosts turn out alike
 * @param mostBytes maximum bytes of all transfers [bytes]
 * @param alikeSeconds approximate duration if all hosts turn out alike [s]
 * @param trialSeconds approximate duration of a trial [s]
 * @param mostSeconds maximum duration; tests that do not fit into it are not made [s]
 * @param linkSeconds maximum time that all transfers together keep a link busy, however slow it is [s]
 */
public record DiscoveryPlan(
        int hosts,
        int mostTests,
        int alikeTests,
        long mostBytes,
        double alikeSeconds,
        @Written(omitted = true) double trialSeconds,
        double mostSeconds,
        double linkSeconds) {
    /** The longest duration in multiples of the approximate one, unless the terms say another. */
    private static final double LONGEST = 3;

    /** Minimum number of apparently independent hosts to test all at once, around two rings. */
    static final int LEAST_RING = 5;

    /** Number of simultaneous transfers that saturate the vantage's own port. */
    static final int MOST_AT_ONCE = 16;

    /** Maximum number of pair tests per host. Further pairs are named as untested. */
    private static final int PAIRS_PER_HOST = 3;

    private static final double SECONDS_BETWEEN = 0.4;

    /** The plan for this number of hosts. */
    public static DiscoveryPlan of(int hosts, DiscoveryTerms terms) {
        int alike = alikeTests(hosts);
        double trial = terms.spanNanos() * 1e-9 + SECONDS_BETWEEN;
        double seconds = alike * Math.max(terms.trials(), 2 * Together.LEAST) * trial;
        return new DiscoveryPlan(
                hosts,
                mostTests(hosts),
                alike,
                terms.totalBytes(),
                seconds,
                trial,
                terms.mostSeconds() > 0 ? terms.mostSeconds() : LONGEST * seconds,
                terms.linkSeconds());
    }

    /** Tests in each direction with each host, of pairs, of groups, and of the vantage. */
    static int mostTests(int hosts) {
        return 2 * hosts + Math.min(pairs(hosts), PAIRS_PER_HOST * hosts) + 5 * hosts + 20;
    }

    /** The greater of the numbers of tests for independent hosts and for hosts that all share one link. */
    static int alikeTests(int hosts) {
        return 2 * hosts + Math.max(5, hosts + 3);
    }

    static long alikeTransfers(int hosts) {
        long together = 2L * Math.min(hosts, MOST_AT_ONCE) + 2L * hosts + 2;
        return 2L * hosts + 2L * Math.min(hosts, MOST_AT_ONCE) + together;
    }

    private static int pairs(int hosts) {
        return (int) Math.min(Integer.MAX_VALUE / 4, (long) hosts * (hosts - 1) / 2);
    }
}
