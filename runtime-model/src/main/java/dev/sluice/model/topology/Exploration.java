package dev.sluice.model.topology;

import dev.sluice.model.topology.HostGroup.Cluster;
import dev.sluice.model.topology.HostGroup.Sharing;
import dev.sluice.model.topology.LinkPartition.Conflict;
import dev.sluice.model.topology.SequentialTest.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs through the phases as a function of all measurements. After each probe it starts again from the beginning, and
 * ends where a measurement is {@linkplain Measurements.Needed needed} or everything is known. A host that vanishes is
 * thus left out as if it had never existed, and a corrected estimate corrects all that followed from it.
 */
final class Exploration {
    /** A total above this fraction of what the vantage's port has carried may be due to the port. */
    private static final double PORT = 0.85;

    private static final double FASTER = 1.25;

    private final List<Machine> hosts;
    private final Measurements measurements;
    private final Rings rings;
    private final HostRates rates;
    private final OpenPairs open;
    private final List<Integer> apart = new ArrayList<>();
    private final Set<Integer> halfDuplex = new HashSet<>();
    private final List<HostGroup> groups = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** @throws Measurements.Needed while something is to be measured */
    Exploration(List<Machine> hosts, Measurements measurements) {
        this.hosts = hosts;
        this.measurements = measurements;
        this.rings = new Rings(measurements);
        this.open = new OpenPairs(host -> hosts.get(host).name());
        this.rates = new HostRates(hosts.size(), measurements);
    }

    /** @throws Measurements.Needed while something is to be measured */
    Findings explore() {
        rates.alone().keySet().stream()
                .filter(host -> !isEven(host))
                .forEach(host -> measurements.budget().fullDuplex(List.of(host)));
        rates.unreachable()
                .forEach(host -> notes.add(name(host) + " is left out: nothing could be sent to it or from it"));
        List<Trunk> trunks = together();
        for (int i = 0; i < groups.size(); i++) {
            groups.set(i, among(groups.get(i)));
        }
        twoWays();
        boolean vantage = vantageTwoWays();
        refine();
        betweenGroups();
        return new Findings(rates.alone(), apart, halfDuplex, groups, trunks, vantage, open.untested(), notes);
    }

    // ---- phase 2: hosts that disturb each other

    /** Finds groups and single hosts, and the links that these share. */
    private List<Trunk> together() {
        LinkPartition away = new LinkPartition(measurements, rates, rings, true, open);
        List<List<Integer>> units = away.of(List.copyOf(rates.alone().keySet()));
        LinkPartition back = new LinkPartition(measurements, rates, rings, false, open);
        List<Integer> fastest =
                units.stream().map(unit -> rates.fastest(unit, false)).sorted().toList();
        List<List<Integer>> joined = new ArrayList<>();
        List<Conflict> conflicts = new ArrayList<>(away.conflicts());
        for (List<Integer> some : back.of(fastest)) {
            List<List<Integer>> parts = units.stream()
                    .filter(unit -> some.stream().anyMatch(unit::contains))
                    .toList();
            if (parts.size() > 1 && parts.stream().anyMatch(part -> part.size() > 1)) {
                joined.addAll(parts);
                double total = capacity(some, false);
                for (int other : some.subList(1, some.size())) {
                    conflicts.add(new Conflict(some.get(0), other, total));
                }
            } else {
                joined.add(parts.stream().flatMap(List::stream).sorted().toList());
            }
        }
        conflicts.addAll(back.conflicts());
        joined.sort(Comparator.comparing(unit -> unit.get(0)));
        for (List<Integer> unit : joined) {
            if (unit.size() > 1) {
                groups.add(new HostGroup(unit, capacity(unit, true), capacity(unit, false), false, List.of()));
            } else {
                apart.add(unit.get(0));
            }
        }
        List<Trunk> trunks = trunks(joined, conflicts);
        List<List<Integer>> shares = new ArrayList<>(joined);
        trunks.forEach(trunk -> shares.add(trunk.members()));
        measurements.budget().share(shares);
        return trunks;
    }

    /** Joins units that conflict, directly or by others. */
    private List<Trunk> trunks(List<List<Integer>> units, List<Conflict> conflicts) {
        List<Set<Integer>> behind = new ArrayList<>();
        for (Conflict conflict : conflicts) {
            Set<Integer> all = new TreeSet<>();
            units.stream()
                    .filter(unit -> unit.contains(conflict.one()) || unit.contains(conflict.other()))
                    .forEach(all::addAll);
            behind.stream().filter(set -> set.stream().anyMatch(all::contains)).forEach(all::addAll);
            behind.removeIf(set -> all.containsAll(set));
            behind.add(all);
        }
        List<Trunk> trunks = new ArrayList<>();
        for (Set<Integer> members : behind) {
            if (units.stream().anyMatch(unit -> unit.containsAll(members))) {
                continue;
            }
            double total = conflicts.stream()
                    .filter(conflict -> members.contains(conflict.one()))
                    .mapToDouble(Conflict::total)
                    .max()
                    .orElse(0);
            trunks.add(
                    new Trunk(List.copyOf(members), Math.max(total, fastest(members, true)), fastest(members, false)));
        }
        return trunks;
    }

    private double fastest(Set<Integer> members, boolean down) {
        return members.stream()
                .mapToDouble(host -> rates.rate(host, down))
                .max()
                .orElse(0);
    }

    /** The capacity of a link by what its hosts reach alone and together. */
    private double capacity(List<Integer> members, boolean down) {
        double alone = Measurements.pooled(link(members, down)).value();
        List<Integer> some = members.subList(0, Math.min(members.size(), DiscoveryPlan.MOST_AT_ONCE));
        List<Transfer> all = some.stream()
                .map(host -> down ? Transfer.to(host) : Transfer.back(host))
                .toList();
        return measurements
                .frames(
                        Phase.TOGETHER,
                        all,
                        rates.expected(all),
                        all,
                        frames -> frames.oneLink() != Decision.UNDECIDED || frames.wholeSum() != Decision.UNDECIDED)
                .map(frames -> Measurements.surer(alone, frames.total()))
                .orElse(alone);
    }

    /** The single transfers of hosts that reach the full rate of their link. */
    private List<TestSeries> link(List<Integer> members, boolean down) {
        double most = fastest(new TreeSet<>(members), down);
        List<TestSeries> tests = new ArrayList<>();
        for (int host : members) {
            if (rates.rate(host, down) >= PORT * most) {
                measurements
                        .single(Phase.ALONE, down ? Transfer.to(host) : Transfer.back(host))
                        .ifPresent(tests::add);
            }
        }
        return tests;
    }

    /** Tests whether the two directions of single hosts are independent. */
    private void twoWays() {
        for (int from = 0; from < apart.size(); from += DiscoveryPlan.MOST_AT_ONCE / 2) {
            List<Integer> some = apart.subList(from, Math.min(apart.size(), from + DiscoveryPlan.MOST_AT_ONCE / 2));
            Set<Integer> left = new TreeSet<>(some);
            if (some.size() > 1) {
                twoWays(some).ifPresent(frames -> {
                    for (int i = 0; i < some.size(); i++) {
                        if (frames.kept(2 * i) == Decision.KEPT && frames.kept(2 * i + 1) == Decision.KEPT) {
                            left.remove(some.get(i));
                        }
                    }
                });
            }
            for (int host : left) {
                twoWays(List.of(host))
                        .filter(frames -> frames.oneLink() == Decision.SLOWED && isEven(host))
                        .ifPresent(any -> halfDuplex.add(host));
            }
            measurements
                    .budget()
                    .fullDuplex(some.stream()
                            .filter(host -> !halfDuplex.contains(host))
                            .toList());
        }
    }

    /** Tests whether the two directions of the vantage are independent, with hosts behind different links. */
    private boolean vantageTwoWays() {
        List<Integer> ones = new ArrayList<>(apart);
        groups.forEach(group -> ones.add(rates.fastest(group.members(), true)));
        if (ones.size() < 2) {
            return false;
        }
        int away = rates.fastest(ones, true);
        List<Integer> others =
                ones.stream().filter(host -> host != away).sorted().toList();
        List<Transfer> both = List.of(Transfer.to(away), Transfer.back(rates.fastest(others, false)));
        return measurements
                .frames(
                        Phase.TOGETHER,
                        both,
                        rates.expected(both),
                        both,
                        frames -> frames.blind()
                                || frames.oneLink(2) == Decision.SLOWED
                                || frames.oneLink() == Decision.KEPT)
                .filter(frames -> !frames.blind())
                .map(frames -> frames.oneLink(2) == Decision.SLOWED)
                .orElse(false);
    }

    /** True if both directions may have one rate, as on a medium. */
    private boolean isEven(int host) {
        return rates.of(host).down().mayBeAlike(rates.of(host).up(), HostRates.ALIKE);
    }

    private Optional<Frames> twoWays(List<Integer> some) {
        List<Transfer> all = some.stream()
                .flatMap(host -> List.of(Transfer.to(host), Transfer.back(host)).stream())
                .toList();
        boolean one = some.size() == 1;
        return measurements.frames(
                Phase.TOGETHER,
                all,
                rates.expected(all),
                all,
                frames -> one ? frames.oneLink() != Decision.UNDECIDED : frames.allKept() != Decision.UNDECIDED);
    }

    // ---- phase 3: paths among hosts

    private HostGroup among(HostGroup group) {
        boolean port = group.down() >= PORT * measurements.highest().port(true);
        boolean even = group.members().stream().allMatch(this::isEven);
        if (!even || rings.crossing(group.members()) == Decision.KEPT) {
            measurements.budget().fullDuplex(group.members());
        }
        List<Cluster> clusters = rings.clusters(group, port);
        if (clusters.isEmpty()) {
            notes.add("how " + name(group.first()) + " and its group reach each other was not measured");
        }
        if (clusters.stream().anyMatch(cluster -> cluster.sharing() == Sharing.UNDECIDED)) {
            open.add(group.first(), group.members().get(1), "whether they take turns on one medium was not decided");
        }
        boolean all = group.members().size() == rates.alone().size();
        boolean atVantage = all || port && clusters.stream().noneMatch(Cluster::shared) && atVantage(group);
        return new HostGroup(group.members(), group.down(), group.up(), atVantage, clusters);
    }

    /**
     * True if the members share the vantage's port and no link of their own. In that case a transfer from an outsider
     * to one member does not disturb a transfer from the vantage to another.
     */
    private boolean atVantage(HostGroup group) {
        List<Integer> outsiders = rates.alone().keySet().stream()
                .filter(host -> !group.members().contains(host))
                .toList();
        if (outsiders.isEmpty()) {
            return true;
        }
        Transfer part =
                new Transfer(rates.fastest(outsiders, false), group.members().get(1));
        Optional<TestSeries> single = measurements.single(Phase.AMONG, part);
        List<Transfer> both = List.of(Transfer.to(group.first()), part);
        Optional<Frames> test = single.flatMap(known -> measurements.frames(
                Phase.AMONG,
                both,
                new double[] {rates.rate(group.first(), true), known.sum().value()},
                both,
                frames -> frames.blind() || frames.wholeSum() != Decision.UNDECIDED));
        if (test.isEmpty() || test.get().blind() || test.get().wholeSum() == Decision.UNDECIDED) {
            open.add(
                    group.first(),
                    group.members().get(1),
                    "a link in front of them was not told apart from the port of this machine");
            return false; // the narrower shape
        }
        return test.get().wholeSum() == Decision.KEPT;
    }

    /** Notes paths between groups that are faster than their paths to the vantage. */
    private void betweenGroups() {
        List<Integer> ones = new ArrayList<>();
        groups.forEach(group -> ones.add(group.first()));
        apart.stream().limit(1).forEach(ones::add);
        int tests = measurements.budget().seconds() > measurements.linkSeconds() / 2 ? hosts.size() : 0;
        for (int i = 0; i < ones.size(); i++) {
            for (int j = i + 1; j < ones.size() && tests++ < hosts.size(); j++) {
                Transfer across = new Transfer(ones.get(i), ones.get(j));
                measurements
                        .single(Phase.AMONG, across)
                        .filter(test -> test.sum().low() > FASTER * rates.expected(across))
                        .ifPresent(test -> notes.add("from " + name(across.from()) + " to " + name(across.to())
                                + " there is a way that is faster than theirs to the vantage; the view"
                                + " has no link for it"));
            }
        }
    }

    // ---- rates of the view

    private void refine() {
        List<List<TestSeries>> shown = new ArrayList<>();
        for (int host : apart) {
            measurements.single(Phase.ALONE, Transfer.to(host)).ifPresent(test -> shown.add(List.of(test)));
            measurements.single(Phase.ALONE, Transfer.back(host)).ifPresent(test -> shown.add(List.of(test)));
        }
        for (HostGroup group : groups) {
            shown.add(link(group.members(), true));
            shown.add(link(group.members(), false));
            if (group.clusters().stream().noneMatch(Cluster::shared)) {
                for (int host : group.members()) {
                    shown.add(measurements.highest().fastest(host, true));
                    shown.add(measurements.highest().fastest(host, false));
                }
            }
        }
        measurements.refine(shown);
    }

    private String name(int host) {
        return hosts.get(host).name();
    }
}
