package dev.sluice.model.topology;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Upper bounds of the time that links were busy, for any tree of links. For each host there is one bound for all links
 * that may lead to it. Two facts hold for every link. A probe keeps it busy for no longer than the probe sends. All
 * probes together keep it busy for no longer than their bytes divided by the highest rate that it ever carried. The
 * smaller bound counts. Therefore a probe adds at most its own duration to any bound, and a discovery that asks before
 * each probe never exceeds its limit. Confined to its discovery.
 */
final class LinkBudget {
    private final LinkTimes times;

    /** Bound of the busy time of each link that leads to a host [s]. */
    private final double[] busy;

    /** @param hosts number of hosts without the vantage */
    LinkBudget(int hosts) {
        this(hosts, hosts <= HostSets.MOST_HOSTS ? new HostSets(hosts) : new HostSums(hosts));
    }

    LinkBudget(int hosts, LinkTimes times) {
        this.times = times;
        this.busy = new double[hosts];
    }

    /**
     * Counts a probe.
     *
     * @param bytes bytes of each transfer
     * @param rates rates of each transfer [bytes/s]
     * @param seconds duration of sending [s]
     */
    void sent(List<Transfer> transfers, double[] bytes, double[] rates, double seconds) {
        double after = seconds(host -> transfers.stream().anyMatch(transfer -> transfer.touches(host))) + seconds;
        double[] counted = times.sent(transfers, bytes, rates, seconds);
        for (int host = 0; host < busy.length; host++) {
            busy[host] = Math.min(counted[host], Math.max(busy[host], after));
        }
    }

    /** Upper bound of the time that any link was busy [s]. */
    double seconds() {
        return Arrays.stream(busy).max().orElse(0);
    }

    /** Upper bound of the time that a link on a path to one of these hosts was busy [s]. */
    double seconds(IntPredicate some) {
        return IntStream.range(0, busy.length)
                .filter(some)
                .mapToDouble(host -> busy[host])
                .max()
                .orElse(0);
    }
}
