package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Upper bounds of the time that links were busy, whatever the network looks like. For each host there is one bound for
 * all links that may lead to it. Two facts hold for every link. A probe keeps it busy for no longer than the probe
 * sends. All probes together keep it busy for no longer than their bytes divided by the highest rate that it ever
 * carried, which is at least what the hosts behind it reached at once. The smaller bound counts. Therefore a probe adds
 * at most its own duration to any bound, and a discovery that asks before each probe never exceeds its limit. Confined
 * to its discovery.
 */
final class LinkBudget {
    private final int hosts;

    /** Bytes away from the vantage, towards it, and on a medium. */
    private final List<Way> ways;

    /** Bound of the busy time of each link that leads to a host [s]. */
    private final double[] busy;

    private final @org.jspecify.annotations.Nullable HostSets sets;

    /** Duration of all probes that are counted by their time, as their paths are not known [s]. */
    private double uncounted;

    /** @param hosts number of hosts without the vantage */
    LinkBudget(int hosts) {
        this.hosts = hosts;
        this.ways = List.of(new Way(hosts, true, false), new Way(hosts, false, true), new Way(hosts, true, true));
        this.busy = new double[hosts];
        this.sets = hosts <= HostSets.MOST_HOSTS ? new HostSets(hosts) : null;
    }

    /**
     * Counts a probe.
     *
     * @param bytes bytes of each transfer
     * @param rates rates of each transfer [bytes/s]
     * @param seconds duration of sending [s]
     */
    void sent(List<Transfer> transfers, double[] bytes, double[] rates, double seconds) {
        if (sets != null) {
            sets.sent(transfers, bytes, rates, seconds);
            sets.addTo(busy);
            return;
        }
        IntPredicate touched = host -> transfers.stream().anyMatch(transfer -> transfer.touches(host));
        double after = seconds(touched) + seconds;
        ways.forEach(way -> way.carried(transfers, rates));
        List<double[]> before = ways.stream().map(way -> way.bytes.clone()).toList();
        ways.forEach(way -> way.charge(transfers, bytes));
        double[] counted = counted();
        if (transfers.stream().anyMatch(LinkBudget::isBetweenHosts)) {
            double[] charged = counted;
            List<double[]> with = ways.stream().map(way -> way.bytes.clone()).toList();
            restore(before);
            double[] without = counted();
            uncounted += seconds;
            if (most(without, touched) + seconds < most(charged, touched)) {
                counted = Arrays.stream(without).map(each -> each + seconds).toArray();
            } else {
                uncounted -= seconds;
                restore(with);
            }
        }
        for (int host = 0; host < hosts; host++) {
            busy[host] = Math.min(counted[host], Math.max(busy[host], after));
        }
    }

    private void restore(List<double[]> bytes) {
        for (int i = 0; i < bytes.size(); i++) {
            ways.get(i).bytes = bytes.get(i);
        }
    }

    private static double most(double[] values, IntPredicate hosts) {
        return IntStream.range(0, values.length)
                .filter(hosts)
                .mapToDouble(host -> values[host])
                .max()
                .orElse(0);
    }

    private static boolean isBetweenHosts(Transfer transfer) {
        return transfer.from() != Transfer.VANTAGE && transfer.to() != Transfer.VANTAGE;
    }

    /** Upper bound of the time that any link was busy [s]. */
    double seconds() {
        return seconds(host -> true);
    }

    /** Upper bound of the time that a link on a path to one of these hosts was busy [s]. */
    double seconds(IntPredicate some) {
        return most(busy, some);
    }

    /** The bound of each host by bytes [s]. */
    private double[] counted() {
        double[] most = new double[hosts];
        for (Way way : ways) {
            double[] one = way.seconds();
            for (int host = 0; host < hosts; host++) {
                most[host] = Math.max(most[host], one[host] + uncounted);
            }
        }
        return most;
    }

    /** What links carried in one direction, or in both, as on a medium. */
    private static final class Way {
        private final boolean down;
        private final boolean up;
        private double[] bytes;

        /** For each test, the mean rates to and from the hosts [bytes/s]. */
        private final Map<Set<Transfer>, double[]> rows = new HashMap<>();

        private final Map<Set<Transfer>, Integer> counts = new HashMap<>();

        Way(int hosts, boolean down, boolean up) {
            this.down = down;
            this.up = up;
            this.bytes = new double[hosts];
        }

        void charge(List<Transfer> transfers, double[] sent) {
            for (int i = 0; i < sent.length; i++) {
                Transfer transfer = transfers.get(i);
                if (down && transfer.to() != Transfer.VANTAGE) {
                    bytes[transfer.to()] += sent[i];
                }
                if (up && transfer.from() != Transfer.VANTAGE) {
                    bytes[transfer.from()] += sent[i];
                }
            }
        }

        /** Transfers between hosts may pass no link to the vantage and show nothing of its rate. */
        void carried(List<Transfer> transfers, double[] rates) {
            double[] row = new double[bytes.length];
            for (int i = 0; i < rates.length; i++) {
                Transfer transfer = transfers.get(i);
                if (down && transfer.from() == Transfer.VANTAGE) {
                    row[transfer.to()] += rates[i];
                } else if (up && transfer.to() == Transfer.VANTAGE) {
                    row[transfer.from()] += rates[i];
                }
            }
            if (Arrays.stream(row).sum() > 0) {
                Set<Transfer> key = new HashSet<>(transfers);
                int count = counts.merge(key, 1, Integer::sum);
                double[] mean = rows.computeIfAbsent(key, any -> new double[row.length]);
                for (int host = 0; host < row.length; host++) {
                    mean[host] += (row[host] - mean[host]) / count;
                }
            }
        }

        /** For each host, the bound of the busy time of all links that lead to it [s]. */
        double[] seconds() {
            double[] least = new double[bytes.length];
            Arrays.fill(least, Double.POSITIVE_INFINITY);
            rows.values().forEach(row -> lower(least, row));
            return least;
        }

        private void lower(double[] least, double[] rates) {
            for (int host = 0; host < least.length; host++) {
                least[host] = Math.min(least[host], bound(host, rates));
            }
        }

        /** The longest busy time of a link that leads to a host and to any others, if it carries these rates [s]. */
        private double bound(int host, double[] rates) {
            List<Integer> others = new ArrayList<>();
            for (int i = 0; i < rates.length; i++) {
                if (i != host && bytes[i] > 0) {
                    others.add(i);
                }
            }
            others.sort((one, other) -> Double.compare(bytes[other] * rates[one], bytes[one] * rates[other]));
            double sum = bytes[host];
            double rate = rates[host];
            for (int other : others) {
                if (sum > 0 && bytes[other] * rate <= sum * rates[other]) {
                    break;
                }
                sum += bytes[other];
                rate += rates[other];
            }
            return sum == 0 ? 0 : sum / rate;
        }
    }
}
