package dev.sluice.model.topology;

import dev.sluice.model.Median;
import dev.sluice.model.topology.HostGroup.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Ring tests: each of several hosts sends to the next, all at once. A switch carries all transfers at full speed, while
 * a shared medium divides its rate among them. A narrow link around some of the hosts carries at least one transfer in
 * each direction, and two if these hosts are not adjacent in the ring.
 */
final class Rings {
    /**
     * Threshold of the total rate, in single rates: midway between a shared medium (1) and a switch with two hosts (2).
     */
    private static final double MEDIUM = 1.5;

    private final Measurements measurements;

    Rings(Measurements measurements) {
        this.measurements = measurements;
    }

    /**
     * Finds hosts that may share a link, by two rings in which no host has the same neighbours. In one of them, hosts
     * behind a common link send over it twice, so that their transfers are slower. Returns all hosts if the rings
     * cannot be measured.
     */
    Set<Integer> suspects(List<Integer> hosts, ToDoubleFunction<Transfer> expected) {
        Set<Integer> suspects = new TreeSet<>();
        for (List<Integer> order : List.of(hosts, reordered(hosts))) {
            Optional<TestSeries> test = measurements.test(Phase.TOGETHER, ring(order));
            if (test.isEmpty()) {
                return new TreeSet<>(hosts);
            }
            for (int i = 0; i < order.size(); i++) {
                Transfer transfer = test.get().transfers().get(i);
                if (!keeps(test.get().rate(i), expected.applyAsDouble(transfer))) {
                    suspects.add(transfer.from());
                    suspects.add(transfer.to());
                }
            }
        }
        return suspects;
    }

    /** Reorders at least five hosts so that no host keeps a neighbour. */
    static List<Integer> reordered(List<Integer> hosts) {
        int count = hosts.size();
        if (count == 6) { // no step above 1 visits all six hosts without repeating neighbours
            return IntStream.of(0, 2, 4, 1, 5, 3).mapToObj(hosts::get).toList();
        }
        int step = 2;
        while (gcd(step, count) != 1) {
            step++;
        }
        int stride = step;
        return IntStream.range(0, count)
                .mapToObj(i -> hosts.get((int) ((long) i * stride % count)))
                .toList();
    }

    private static int gcd(int one, int other) {
        return other == 0 ? one : gcd(other, one % other);
    }

    private static List<Transfer> ring(List<Integer> order) {
        return IntStream.range(0, order.size())
                .mapToObj(i -> new Transfer(order.get(i), order.get((i + 1) % order.size())))
                .toList();
    }

    private static boolean keeps(double rate, double expected) {
        return rate >= Exploration.KEPT * expected && rate <= expected / Exploration.KEPT;
    }

    /** The clusters of a group by their mutual paths; empty if these cannot be measured. */
    List<Cluster> clusters(HostGroup group) {
        double own = Math.min(group.down(), group.up()) / Exploration.KEPT;
        Optional<TestSeries> first =
                single(group.members().get(0), group.members().get(1));
        if (first.isEmpty()) {
            return List.of();
        }
        Optional<Cluster> one = cluster(group.members(), first.get().sum(), own);
        return one.map(List::of).orElseGet(() -> divided(group, own));
    }

    private Optional<TestSeries> single(int from, int to) {
        return measurements.test(Phase.AMONG, List.of(new Transfer(from, to)));
    }

    /** All members as one cluster, if they are one. */
    private Optional<Cluster> cluster(List<Integer> members, double rate, double own) {
        Optional<TestSeries> test = measurements.test(Phase.AMONG, ring(members));
        if (test.isEmpty()) {
            return Optional.empty();
        }
        boolean switched = IntStream.range(0, members.size())
                .allMatch(i -> keeps(test.get().rate(i), rate));
        boolean medium = test.get().sum() <= MEDIUM * rate && !switched;
        return switched || medium ? Optional.of(new Cluster(members, rate, medium, rate > own, 0)) : Optional.empty();
    }

    /**
     * Divides a group: hosts that reach its first host faster than the vantage form a cluster with it. The others are
     * divided in the same way.
     */
    private List<Cluster> divided(HostGroup group, double own) {
        List<Cluster> clusters = new ArrayList<>();
        List<Integer> left = new ArrayList<>(group.members());
        while (!left.isEmpty()) {
            int first = left.remove(0);
            List<Integer> with = new ArrayList<>(List.of(first));
            List<Double> rates = new ArrayList<>();
            double across = 0;
            for (int other : List.copyOf(left)) {
                double rate = single(first, other).map(TestSeries::sum).orElse(0.0);
                if (rate > own) {
                    with.add(other);
                    rates.add(rate);
                } else {
                    across = Math.max(across, rate);
                }
            }
            left.removeAll(with);
            double rate = Median.of(rates.stream().mapToDouble(each -> each));
            Cluster found = with.size() == 1
                    ? new Cluster(with, 0, false, false, 0)
                    : cluster(with, rate, own).orElse(new Cluster(with, rate, false, true, 0));
            clusters.add(found.withAcross(across));
        }
        double most = clusters.stream().mapToDouble(Cluster::across).max().orElse(0);
        return clusters.stream()
                .map(each -> each.across() == 0 ? each.withAcross(most) : each)
                .toList();
    }
}
