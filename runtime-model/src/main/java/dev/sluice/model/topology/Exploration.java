package dev.sluice.model.topology;

import dev.sluice.model.Median;
import dev.sluice.model.topology.Findings.Alone;
import dev.sluice.model.topology.HostGroup.Cluster;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Runs through the phases as a function of all measurements. After each probe it starts again from the beginning, and
 * ends where a measurement is {@linkplain Measurements.Needed needed} or everything is known. A host that vanishes is
 * thus left out as if it had never existed. Hosts that share a narrow link with a third one share one with each other,
 * because paths in a tree part only once. One host of a group therefore represents all.
 */
final class Exploration {
    /** Midway between two independent hosts, 100 %, and two on one link, 50 %. */
    static final double KEPT = 0.75;

    /** Minimum ratio of two rates in one class. */
    private static final double ALIKE = 0.75;

    private static final long ALIKE_NANOS = 2_000_000;

    private final List<Machine> hosts;
    private final Measurements measurements;
    private final Rings rings;
    private final Map<Integer, Alone> alone = new TreeMap<>();
    private final List<Integer> apart = new ArrayList<>();
    private final Set<Integer> halfDuplex = new HashSet<>();
    private final List<HostGroup> groups = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private int pairs;

    Exploration(List<Machine> hosts, Measurements measurements) {
        this.hosts = hosts;
        this.measurements = measurements;
        this.rings = new Rings(measurements);
    }

    /** @throws Measurements.Needed while something is to be measured */
    Findings explore() {
        for (int host = 0; host < hosts.size(); host++) {
            if (!measurements.lost().contains(host)) {
                alone(host);
            }
        }
        for (List<Integer> alike : classes()) {
            together(alike);
        }
        apart.sort(Comparator.naturalOrder());
        for (int i = 0; i < groups.size(); i++) {
            groups.set(i, among(groups.get(i)));
        }
        betweenGroups();
        boolean binds = vantage();
        return new Findings(alone, apart, halfDuplex, groups, binds, notes);
    }

    private void alone(int host) {
        Optional<TestSeries> down = measurements.test(Phase.ALONE, List.of(Transfer.to(host)));
        Optional<TestSeries> up = measurements.test(Phase.ALONE, List.of(Transfer.back(host)));
        if (down.isEmpty() && up.isEmpty()) {
            notes.add(name(host) + " is left out: nothing could be sent to it or from it");
            return;
        }
        double one = down.or(() -> up).orElseThrow().sum();
        double other = up.or(() -> down).orElseThrow().sum();
        alone.put(host, new Alone(one, other, measurements.roundTripNanos(Transfer.VANTAGE, host)));
    }

    /** Hosts with similar rates and round trips, the fastest first: candidates for one group. */
    private List<List<Integer>> classes() {
        List<Integer> byRate = new ArrayList<>(alone.keySet());
        byRate.sort(
                Comparator.comparingDouble((Integer host) -> -of(host).down()).thenComparing(host -> host));
        List<List<Integer>> classes = new ArrayList<>();
        for (int host : byRate) {
            Optional<List<Integer>> fitting = classes.stream()
                    .filter(some -> alike(of(some.get(0)), of(host)))
                    .findFirst();
            fitting.ifPresentOrElse(some -> some.add(host), () -> classes.add(new ArrayList<>(List.of(host))));
        }
        classes.forEach(some -> some.sort(Comparator.naturalOrder()));
        return classes;
    }

    private static boolean alike(Alone one, Alone other) {
        long apartNanos = Math.abs(one.roundTripNanos() - other.roundTripNanos());
        return alike(one.down(), other.down())
                && alike(one.up(), other.up())
                && apartNanos <= Math.max(ALIKE_NANOS, Math.max(one.roundTripNanos(), other.roundTripNanos()) / 2);
    }

    private static boolean alike(double one, double other) {
        return Math.min(one, other) >= ALIKE * Math.max(one, other);
    }

    // ---- phase 2: hosts that disturb each other

    private void together(List<Integer> alike) {
        List<List<Integer>> found = new ArrayList<>();
        Set<Integer> suspects = new HashSet<>(alike);
        boolean tried = alike.size() < DiscoveryPlan.LEAST_RING;
        for (int host : alike) {
            if (!tried && found.size() >= 3 && found.stream().allMatch(group -> group.size() == 1)) {
                tried = true;
                suspects = rings.suspects(alike, this::expected);
            }
            Set<Integer> left = suspects;
            List<List<Integer>> possible =
                    found.stream().filter(group -> left.contains(group.get(0))).toList();
            Optional<List<Integer>> sharing = left.contains(host) ? sharing(possible, host) : Optional.empty();
            sharing.ifPresentOrElse(group -> group.add(host), () -> found.add(new ArrayList<>(List.of(host))));
        }
        boolean twoWays = !suspects.containsAll(alike); // a ring at full speed shows independent directions
        for (List<Integer> group : found) {
            if (group.size() > 1) {
                groups.add(shared(group));
            } else {
                apart.add(group.get(0));
                twoWays |= checkTwoWays(group.get(0), twoWays);
            }
        }
    }

    /** The first group that this host disturbs, or that it could not be tested against. */
    private Optional<List<Integer>> sharing(List<List<Integer>> found, int host) {
        for (List<Integer> group : found) {
            if (pairs >= DiscoveryPlan.mostPairs(hosts.size())) {
                notes.add(
                        name(host) + " was not told apart from " + name(group.get(0)) + ": the plan has no more tests");
                return Optional.of(group);
            }
            pairs++;
            List<Transfer> both = List.of(Transfer.to(group.get(0)), Transfer.to(host));
            Optional<TestSeries> test = measurements.test(Phase.TOGETHER, both);
            if (test.isEmpty()) {
                notes.add(name(host) + " was not told apart from " + name(group.get(0)));
                return Optional.of(group);
            }
            if (kept(test.get()) < KEPT) {
                return Optional.of(group);
            }
        }
        return Optional.empty();
    }

    /**
     * Tests with one host of a class whether its two directions are independent. Always returns true: one was tested.
     */
    private boolean checkTwoWays(int host, boolean known) {
        if (!known) {
            List<Transfer> both = List.of(Transfer.to(host), Transfer.back(host));
            measurements
                    .test(Phase.TOGETHER, both)
                    .filter(test -> kept(test) < KEPT)
                    .ifPresent(test -> halfDuplex.add(host));
        }
        return true;
    }

    /** The fraction of its single rate that each transfer keeps, averaged; 1 if no transfer disturbs another. */
    private double kept(TestSeries test) {
        double kept = 0;
        for (int i = 0; i < test.transfers().size(); i++) {
            kept += test.rate(i) / Math.max(1, expected(test.transfers().get(i)));
        }
        return kept / test.transfers().size();
    }

    private double expected(Transfer transfer) {
        double up = transfer.from() == Transfer.VANTAGE
                ? Double.POSITIVE_INFINITY
                : of(transfer.from()).up();
        double down = transfer.to() == Transfer.VANTAGE
                ? Double.POSITIVE_INFINITY
                : of(transfer.to()).down();
        return Math.min(up, down);
    }

    private HostGroup shared(List<Integer> members) {
        double down = median(members, true);
        double up = median(members, false);
        int one = members.get(0);
        int other = members.get(1);
        double downBoth = measurements
                .test(Phase.TOGETHER, List.of(Transfer.to(one), Transfer.to(other)))
                .map(TestSeries::sum)
                .orElse(0.0);
        double upBoth = measurements
                .test(Phase.TOGETHER, List.of(Transfer.back(one), Transfer.back(other)))
                .map(TestSeries::sum)
                .orElse(0.0);
        return new HostGroup(
                members, Measurements.surer(down, downBoth), Measurements.surer(up, upBoth), false, List.of());
    }

    private double median(List<Integer> members, boolean down) {
        return Median.of(members.stream().mapToDouble(host -> down ? of(host).down() : of(host).up()));
    }

    // ---- phase 3: paths among hosts

    private HostGroup among(HostGroup group) {
        List<Cluster> clusters = rings.clusters(group);
        if (clusters.isEmpty()) {
            notes.add("how " + name(group.first()) + " and its group reach each other was not measured");
        }
        boolean all = group.members().size() == alone.size();
        boolean atVantage = all || clusters.stream().noneMatch(Cluster::shared) && atVantage(group);
        return new HostGroup(group.members(), group.down(), group.up(), atVantage, clusters);
    }

    /**
     * True if the members share the vantage's port and no link of their own. In that case a transfer from an outsider
     * to one member does not disturb a transfer from the vantage to another.
     */
    private boolean atVantage(HostGroup group) {
        Optional<Integer> outsider = alone.keySet().stream()
                .filter(host -> !group.members().contains(host))
                .max(Comparator.comparingDouble(host -> of(host).up()));
        if (outsider.isEmpty()) {
            return true;
        }
        double outside = Math.min(of(outsider.get()).up(), group.down());
        List<Transfer> both = List.of(
                Transfer.to(group.first()),
                new Transfer(outsider.get(), group.members().get(1)));
        return measurements
                .test(Phase.AMONG, both)
                .map(test -> test.sum() > group.down() + outside / 2)
                .orElse(false);
    }

    /** Notes paths between groups that are faster than their paths to the vantage. */
    private void betweenGroups() {
        List<Integer> ones = new ArrayList<>();
        groups.forEach(group -> ones.add(group.first()));
        apart.stream().limit(1).forEach(ones::add);
        int tests = 0;
        for (int i = 0; i < ones.size(); i++) {
            for (int j = i + 1; j < ones.size() && tests++ < hosts.size(); j++) {
                Transfer across = new Transfer(ones.get(i), ones.get(j));
                measurements
                        .test(Phase.AMONG, List.of(across))
                        .filter(test -> test.sum() > expected(across) / KEPT)
                        .ifPresent(
                                test -> notes.add(
                                        "from " + name(across.from()) + " to " + name(across.to())
                                                + " there is a way that is faster than theirs to the vantage; the view has no link for it"));
            }
        }
    }

    /** Tests one host of each group and all single hosts at once, to measure the vantage's own port. */
    private boolean vantage() {
        List<Integer> ones = new ArrayList<>(apart);
        groups.stream().filter(group -> !group.atVantage()).forEach(group -> ones.add(group.first()));
        if (ones.size() < 2) {
            return true;
        }
        List<Integer> some = ones.subList(0, Math.min(ones.size(), DiscoveryPlan.MOST_AT_ONCE));
        boolean downBinds = binds(some.stream().map(Transfer::to).toList());
        boolean upBinds = binds(some.stream().map(Transfer::back).toList());
        return downBinds || upBinds || some.size() == ones.size();
    }

    private boolean binds(List<Transfer> all) {
        return measurements
                .test(Phase.TOGETHER, all)
                .map(test -> kept(test) < KEPT)
                .orElse(false);
    }

    private Alone of(int host) {
        Alone known = alone.get(host);
        if (known == null) {
            throw new IllegalStateException("host " + host + " (expected: one that was measured alone)");
        }
        return known;
    }

    private String name(int host) {
        return hosts.get(host).name();
    }
}
