package dev.sluice.model.flow;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.SetupQueue;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The time of one cycle by the flow model: workers get the setup, units flow at the steady rate, and what was kept is
 * collected. A large setup leaves for one worker after the other, the fastest first; where the port of the master is
 * what all setups wait for, workers begin one after the other and the first ones compute meanwhile.
 *
 * @param setupSeconds how much longer the cycle takes because workers wait for the setup and the first unit [s]
 * @param computeSeconds number of units over the steady rate [s]
 * @param collectSeconds from the last unit computed until the last result is accepted [s]
 * @param rateWups units of the cycle over the sum of these times [units/s]
 */
public record CyclePhases(double setupSeconds, double computeSeconds, double collectSeconds, double rateWups) {
    /** The whole cycle [s]. */
    public double seconds() {
        return setupSeconds + computeSeconds + collectSeconds;
    }

    /** The cycle with these workers, each of which gets the setup and returns a value, whatever its units. */
    public static CyclePhases of(FlowSolution flow, UnitCosts costs, double units, int[] workers) {
        return of(flow, costs, units, workers, Map.of());
    }

    /**
     * The same with sub-masters, which get the setup for all their workers and combine or forward what these return.
     *
     * @param units of the cycle, above 0
     * @param workers indices of hosts, those below sub-masters included; the master is ignored
     * @param below per host of a sub-master, the hosts of its workers and further sub-masters
     */
    public static CyclePhases of(
            FlowSolution flow, UnitCosts costs, double units, int[] workers, Map<Integer, List<Integer>> below) {
        if (!(units > 0)) {
            throw new IllegalArgumentException(units + " units (expected: above 0)");
        }
        Stage stage = new Stage(flow, costs, flow.rate() > 0 ? units / flow.rate() : 0);
        boolean[] child = new boolean[flow.view().hosts().size()];
        below.values().forEach(each -> each.forEach(host -> child[host] = true));
        int[] first = Arrays.stream(workers)
                .filter(host -> !child[host] && host != flow.master())
                .toArray();
        int[] relays = below.keySet().stream()
                .filter(host -> !child[host])
                .mapToInt(Integer::intValue)
                .toArray();
        int[] all = Arrays.copyOf(first, first.length + relays.length);
        System.arraycopy(relays, 0, all, first.length, relays.length);
        double[] times = stage.at(flow.master(), all, below);
        double compute = flow.rate() > 0 ? units / flow.rate() : Double.POSITIVE_INFINITY;
        double whole = times[0] + compute + times[1];
        return new CyclePhases(times[0], compute, times[1], whole > 0 ? units / whole : 0);
    }

    /** The bytes that move between one master and those who work for it, before and after the units. */
    private record Stage(FlowSolution flow, UnitCosts costs, double computeSeconds) {
        /** The times before and after, with those of the sub-masters below [s]. */
        double[] at(int master, int[] members, Map<Integer, List<Integer>> below) {
            double[] units = new double[members.length];
            double[] deeper = new double[2];
            for (int i = 0; i < members.length; i++) {
                List<Integer> children = below.get(members[i]);
                units[i] = units(members[i], below);
                if (children != null) {
                    int[] next = children.stream().mapToInt(Integer::intValue).toArray();
                    double[] times = at(members[i], next, below);
                    deeper[0] = Math.max(deeper[0], times[0]);
                    deeper[1] = Math.max(deeper[1], times[1]);
                }
            }
            Ways ways = new Ways(flow.view(), master);
            LinkLoads loads = new LinkLoads(ways);
            double most = 0;
            double first = 0;
            double last = 0;
            for (int i = 0; i < members.length; i++) {
                loads.add(members[i], costs.setupBytes(), kept(units[i]));
                most = Math.max(most, ways.latencySeconds(members[i]));
                first = Math.max(first, ways.seconds(members[i], costs.inputBytes(), true));
                last = Math.max(last, ways.seconds(members[i], costs.resultBytes(), false));
            }
            double setup = setup(loads, members, units) + most + first;
            double collect = costs.results() == ResultsKind.EACH
                    ? most + last + accept(master, 1)
                    : Math.max(loads.backSeconds(), work(master, members.length, units)) + 3 * most;
            return new double[] {setup + deeper[0], collect + deeper[1]};
        }

        /** How much longer the units take because each member gets the setup first [s]. */
        private double setup(LinkLoads loads, int[] members, double[] units) {
            double all = loads.outSeconds();
            if (costs.setupBytes() <= SetupQueue.AT_ONCE_BYTES || loads.portSeconds() < all || !(computeSeconds > 0)) {
                return all;
            }
            double[] rates = Arrays.stream(units)
                    .map(each -> each / computeSeconds)
                    .sorted()
                    .toArray();
            double[] begins = new double[members.length];
            for (int i = 0; i < begins.length; i++) {
                begins[i] = all * (begins.length - i) / begins.length; // the slowest, which are first here, begin last
            }
            return new SetupStair(begins, rates).delay(Arrays.stream(units).sum());
        }

        private double units(int host, Map<Integer, List<Integer>> below) {
            List<Integer> children = below.get(host);
            return children == null
                    ? flow.hostRate(host) * computeSeconds
                    : children.stream()
                            .mapToDouble(child -> units(child, below))
                            .sum();
        }

        /** Bytes that one member returns after the last unit. */
        private double kept(double units) {
            return switch (costs.results()) {
                case EACH -> 0;
                case AT_CYCLE_END -> units * costs.resultBytes();
                case ACCUMULATED -> costs.valueBytes();
            };
        }

        private double work(int master, int members, double[] units) {
            boolean top = master == flow.master();
            return costs.results() == ResultsKind.ACCUMULATED
                    ? host(master).resultSeconds(members * costs.mergeSeconds())
                    : top ? accept(master, Arrays.stream(units).sum()) : 0;
        }

        private double accept(int master, double units) {
            return costs.resultSeconds() == 0 ? 0 : host(master).resultSeconds(units * costs.resultSeconds());
        }

        private Host host(int index) {
            return flow.view().hosts().get(index);
        }
    }

    /**
     * The stair of workers that get the setup of a cycle one after the other, and begin with it.
     *
     * @param begins when each worker begins [s]
     * @param rates of each worker while it computes [units/s]
     */
    private record SetupStair(double[] begins, double[] rates) {
        /**
         * The end of so many units: T with units = sum of rate·(T − begin) over the workers that begin before T [s].
         */
        double end(double units) {
            int[] order = IntStream.range(0, rates.length)
                    .filter(i -> rates[i] > 0)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> begins[i]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            double rate = 0;
            double weighted = 0;
            double end = Double.POSITIVE_INFINITY;
            for (int i = 0; i < order.length && begins[order[i]] < end; i++) {
                rate += rates[order[i]];
                weighted += rates[order[i]] * begins[order[i]];
                end = (units + weighted) / rate;
            }
            return end;
        }

        /** How much later the units end than if all workers had begun at once and at 0 [s]. */
        double delay(double units) {
            double rate = Arrays.stream(rates).sum();
            return rate > 0
                    ? end(units) - units / rate
                    : Arrays.stream(begins).max().orElse(0);
        }
    }

    /**
     * Bytes that move between one host and several others, and the time of the busiest wire. What moves in one
     * direction does not wait for what moves in the other.
     */
    private static final class LinkLoads {
        private final Ways ways;
        private final double[] out;
        private final double[] back;

        LinkLoads(Ways ways) {
            this.ways = ways;
            this.out = new double[ways.places()];
            this.back = new double[ways.places()];
        }

        /** Adds what the centre sends to a host and gets from it. */
        void add(int host, double outBytes, double backBytes) {
            ways.each(host, place -> {
                out[place] += outBytes;
                back[place] += backBytes;
            });
        }

        /** Time of all that the centre sends [s]. */
        double outSeconds() {
            return most(out, true);
        }

        /** Time of all that leaves the centre's own port [s]. */
        double portSeconds() {
            double bytes = out[ways.centre()];
            return bytes == 0 ? 0 : bytes / ways.rate(ways.centre(), true);
        }

        /** Time of all that the centre gets [s]. */
        double backSeconds() {
            return most(back, false);
        }

        private double most(double[] bytes, boolean away) {
            double most = 0;
            for (int place = 0; place < bytes.length; place++) {
                most = Math.max(most, bytes[place] == 0 ? 0 : bytes[place] / ways.rate(place, away));
            }
            return most;
        }
    }
}
