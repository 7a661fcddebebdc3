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
 * Transfers from each of some hosts to the next, all at once. Each host sends one and receives one, so that a switch
 * carries all of them at full speed, while a shared medium divides its own among them; and a narrow link around some of
 * the hosts carries one each way at least, two where these do not stand side by side.
 */
final class Rings {
    /** Around a medium all together have what one has alone, around a switch of two hosts twice that: midway. */
    private static final double MEDIUM = 1.5;

    private final Measurements measurements;

    Rings(Measurements measurements) {
        this.measurements = measurements;
    }

    /**
     * Which of these may share a link, by two rings in which nobody has the same neighbours: in one of them, hosts
     * behind a common link send over it twice, so that what they send or receive is slower. All of them where that
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

    /** Others stand beside each. For five hosts or more. */
    static List<Integer> reordered(List<Integer> hosts) {
        int count = hosts.size();
        if (count == 6) { // the only number with no step that reaches all
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

    /** How the members of a group reach each other; nothing where that cannot be measured. */
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

    /** All of them as one, if they are. */
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

    /** Hosts that reach the first of them faster than the vantage are with it; the others are divided likewise. */
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
