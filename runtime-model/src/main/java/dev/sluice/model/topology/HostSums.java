package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Upper bounds of the busy time of every link, for many hosts. Bytes between hosts are counted as if they crossed all
 * links that lead to their ends, or the whole probe is counted by its time. Confined to its discovery.
 */
final class HostSums implements LinkTimes {
    /** Bytes away from the vantage, towards it, and on a medium. */
    private final List<Way> ways;

    /** Duration of all probes that are counted by their time [s]. */
    private double timed;

    HostSums(int hosts) {
        this.ways = List.of(new Way(hosts, true, false), new Way(hosts, false, true), new Way(hosts, true, true));
    }

    @Override
    public double[] sent(List<Transfer> transfers, double[] bytes, double[] rates, double seconds) {
        ways.forEach(way -> way.carried(transfers, rates));
        ways.forEach(way -> way.charge(transfers, bytes, 1));
        double[] byBytes = bounds();
        if (transfers.stream().noneMatch(HostSums::isBetweenHosts)) {
            return byBytes;
        }
        ways.forEach(way -> way.charge(transfers, bytes, -1));
        timed += seconds;
        double[] byTime = bounds();
        if (most(byTime, transfers) < most(byBytes, transfers)) {
            return byTime;
        }
        timed -= seconds;
        ways.forEach(way -> way.charge(transfers, bytes, 1));
        return byBytes;
    }

    private static boolean isBetweenHosts(Transfer transfer) {
        return transfer.from() != Transfer.VANTAGE && transfer.to() != Transfer.VANTAGE;
    }

    /** The highest bound of the hosts of a probe [s]. */
    private static double most(double[] bounds, List<Transfer> transfers) {
        double most = 0;
        for (int host = 0; host < bounds.length; host++) {
            int one = host;
            if (transfers.stream().anyMatch(transfer -> transfer.touches(one))) {
                most = Math.max(most, bounds[host]);
            }
        }
        return most;
    }

    private double[] bounds() {
        double[] most = new double[ways.get(0).bytes.length];
        for (Way way : ways) {
            double[] one = way.seconds();
            for (int host = 0; host < most.length; host++) {
                most[host] = Math.max(most[host], one[host] + timed);
            }
        }
        return most;
    }

    /** An account of one direction of the links, or of both, as on a medium. */
    private static final class Way {
        private final boolean down;
        private final boolean up;
        private final double[] bytes;

        /** The mean rates to and from the hosts, by test [bytes/s]. */
        private final Map<Set<Transfer>, double[]> rows = new HashMap<>();

        private final Map<Set<Transfer>, Integer> counts = new HashMap<>();

        Way(int hosts, boolean down, boolean up) {
            this.down = down;
            this.up = up;
            this.bytes = new double[hosts];
        }

        /** @param sign 1 to count the bytes, -1 to take them back */
        void charge(List<Transfer> transfers, double[] sent, int sign) {
            for (int i = 0; i < sent.length; i++) {
                Transfer transfer = transfers.get(i);
                if (down && transfer.to() != Transfer.VANTAGE) {
                    bytes[transfer.to()] += sign * sent[i];
                }
                if (up && transfer.from() != Transfer.VANTAGE) {
                    bytes[transfer.from()] += sign * sent[i];
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

        /** The bound of the busy time of all links that lead to a host, by host [s]. */
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
