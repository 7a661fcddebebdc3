package dev.sluice.model.topology;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Upper bounds of the busy time of every link that few hosts can have. In a tree, a link separates one set of hosts
 * from the vantage, and the transfers that cross it are exactly those with one end in the set. Hosts on a medium also
 * reach each other over it. All sets are enumerated. Confined to its discovery.
 */
final class HostSets implements LinkTimes {
    /** Maximum number of hosts. */
    static final int MOST_HOSTS = 12;

    /** Part by which one trial may be measured too fast; more trials of a test compensate each other. */
    private static final double TOO_FAST = 0.25;

    private final int hosts;
    private final Way down;
    private final Way up;
    private final Way medium;
    private final Map<List<Transfer>, Mean> means = new HashMap<>();

    /** The mean rates of a test [bytes/s]. */
    private static final class Mean {
        private final double[] rates;
        private int count;

        Mean(int transfers) {
            this.rates = new double[transfers];
        }

        /** Adds a trial, and returns rates of which it is sure that links carried them. */
        double[] add(double[] trial) {
            count++;
            for (int i = 0; i < rates.length; i++) {
                rates[i] += (trial[i] - rates[i]) / count;
            }
            double sure = 1 - TOO_FAST / Math.sqrt(count);
            return Arrays.stream(rates).map(rate -> sure * rate).toArray();
        }
    }

    /** One direction of the links of all sets, or both; a set is the bits of its hosts. */
    private static final class Way {
        private final double[] bytes;

        /** Highest rate that the link carried [bytes/s]. */
        private final double[] carried;

        /** Time of the probes that are counted by their duration [s]. */
        private final double[] timed;

        private final double[] busy;

        Way(int sets) {
            this.bytes = new double[sets];
            this.carried = new double[sets];
            this.timed = new double[sets];
            this.busy = new double[sets];
        }

        /**
         * Counts a probe.
         *
         * @param crossing bytes that cross the link
         * @param rate rate at which they do [bytes/s]
         * @param inside bytes that may or may not pass it
         */
        void sent(int set, double crossing, double rate, double inside, double seconds) {
            carried[set] = Math.max(carried[set], rate);
            if (crossing + inside >= seconds * carried[set]) {
                timed[set] += seconds;
            } else {
                bytes[set] += crossing + inside;
            }
            double counted = timed[set] + (bytes[set] == 0 ? 0 : bytes[set] / carried[set]);
            busy[set] = Math.min(counted, busy[set] + seconds);
        }
    }

    HostSets(int hosts) {
        this.hosts = hosts;
        this.down = new Way(1 << hosts);
        this.up = new Way(1 << hosts);
        this.medium = new Way(1 << hosts);
    }

    @Override
    public double[] sent(List<Transfer> transfers, double[] bytes, double[] rates, double seconds) {
        double[] sure = means.computeIfAbsent(List.copyOf(transfers), any -> new Mean(rates.length))
                .add(rates);
        int[] from = transfers.stream().mapToInt(one -> bit(one.from())).toArray();
        int[] to = transfers.stream().mapToInt(one -> bit(one.to())).toArray();
        for (int set = 1; set < down.busy.length; set++) {
            double in = 0;
            double out = 0;
            double inRate = 0;
            double outRate = 0;
            double inside = 0;
            for (int i = 0; i < rates.length; i++) {
                boolean leaves = (set & from[i]) != 0;
                boolean reaches = (set & to[i]) != 0;
                if (leaves && reaches) {
                    inside += bytes[i];
                } else if (reaches) {
                    in += bytes[i];
                    inRate += sure[i];
                } else if (leaves) {
                    out += bytes[i];
                    outRate += sure[i];
                }
            }
            if (in > 0) {
                down.sent(set, in, inRate, 0, seconds);
            }
            if (out > 0) {
                up.sent(set, out, outRate, 0, seconds);
            }
            if (in + out + inside > 0) {
                medium.sent(set, in + out, inRate + outRate, inside, seconds);
            }
        }
        return bounds();
    }

    private static int bit(int machine) {
        return machine == Transfer.VANTAGE ? 0 : 1 << machine;
    }

    private double[] bounds() {
        double[] bounds = new double[hosts];
        for (int set = 1; set < down.busy.length; set++) {
            double most = Math.max(medium.busy[set], Math.max(down.busy[set], up.busy[set]));
            for (int host = 0; host < hosts; host++) {
                if ((set & 1 << host) != 0 && most > bounds[host]) {
                    bounds[host] = most;
                }
            }
        }
        return bounds;
    }
}
