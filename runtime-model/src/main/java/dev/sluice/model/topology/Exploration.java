package dev.sluice.model.topology;

import dev.sluice.model.topology.HostGroup.Cluster;
import dev.sluice.model.topology.HostGroup.Sharing;
import dev.sluice.model.topology.LinkPartition.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs through the phases as a function of all measurements. After each probe it starts again from the beginning, and
 * ends where a measurement is {@linkplain Measurements.Needed needed} or everything is known. A host that vanishes is
 * thus left out as if it had never existed, and a corrected estimate corrects all that followed from it.
 */
final class Exploration {
    private static final double PORT = LinkPartition.PORT;

    private static final double FASTER = 1.25;

    /** Least ratio of what full duplex would carry to what a medium would, for a test that tells one from the other. */
    private static final double TELLING = 1.3;

    private final List<Machine> hosts;
    private final Measurements measurements;
    private final Rings rings;
    private final HostRates rates;
    private final OpenPairs open;
    private final LinkPartition links;
    private final List<Integer> apart = new ArrayList<>();
    private final Set<Integer> halfDuplex = new HashSet<>();
    private final List<HostGroup> groups = new ArrayList<>();
    private final List<String> undecided = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    /** @throws Measurements.Needed while something is to be measured */
    Exploration(List<Machine> hosts, Measurements measurements) {
        this.hosts = hosts;
        this.measurements = measurements;
        this.open = new OpenPairs(host -> hosts.get(host).name());
        this.rates = new HostRates(hosts.size(), measurements);
        this.rings = new Rings(measurements, rates);
        this.links = new LinkPartition(measurements, rates, rings, open);
    }

    /** @throws Measurements.Needed while something is to be measured */
    Findings explore() {
        rates.unreachable()
                .forEach(host -> notes.add(name(host) + " is left out: "
                        + (measurements.time().over()
                                ? "it was not measured within the time"
                                : "nothing could be sent to it or from it")));
        rates.unmeasured()
                .forEach(way -> undecided.add("The rate "
                        + (way.from() == Transfer.VANTAGE ? "to " + name(way.to()) : "from " + name(way.from()))
                        + " was not measured; the view has that of the other direction"));
        links.measureAll();
        allTwoWays();
        List<Trunk> trunks = together();
        groups.stream().filter(this::isEven).forEach(group -> rings.crossing(group.members()));
        for (int i = 0; i < groups.size(); i++) {
            groups.set(i, among(groups.get(i)));
        }
        twoWays();
        boolean vantage = vantageTwoWays();
        refine();
        betweenGroups();
        return new Findings(
                rates.alone(), apart, halfDuplex, groups, trunks, vantage, open.untested(), undecided, notes);
    }

    // ---- phase 2: hosts that disturb each other

    /** Finds groups and single hosts, and the links that these share. */
    private List<Trunk> together() {
        List<Trunk> trunks = new ArrayList<>();
        Set<Integer> left = new TreeSet<>(rates.alone().keySet());
        for (Part part : links.links()) {
            left.removeAll(part.members());
            Set<Integer> direct = new TreeSet<>(part.members());
            part.inside().forEach(inside -> direct.removeAll(inside.members()));
            part.inside().forEach(this::addGroup);
            if (direct.size() > 1) {
                addGroup(new Part(List.copyOf(direct), part.down(), part.up(), List.of()));
            } else {
                apart.addAll(direct);
            }
            if (!part.inside().isEmpty()) {
                trunks.add(new Trunk(part.members(), part.down(), part.up()));
            }
        }
        List<Integer> atPort = left.stream().filter(this::fillsPort).toList();
        if (atPort.size() > 1) {
            left.removeAll(atPort);
            addGroup(new Part(atPort, pooled(atPort, true), pooled(atPort, false), List.of()));
        }
        apart.addAll(left);
        apart.sort(Comparator.naturalOrder());
        groups.sort(Comparator.comparing(HostGroup::first));
        return trunks;
    }

    private void addGroup(Part part) {
        groups.add(new HostGroup(part.members(), part.down(), part.up(), false, false, List.of()));
    }

    /** True if a host fills the vantage's port in both directions, so that this port hides what is behind it. */
    private boolean fillsPort(int host) {
        return rates.rate(host, true) >= PORT * measurements.highest().port(true)
                && rates.rate(host, false) >= PORT * measurements.highest().port(false);
    }

    private double pooled(List<Integer> members, boolean down) {
        return Measurements.pooled(links.singles(members, down)).value();
    }

    /** Tests whether the two directions of single hosts are independent. */
    private void twoWays() {
        List<Integer> open = apart.stream()
                .filter(host -> isEven(host) && !links.fullDuplex().contains(host))
                .toList();
        for (int from = 0; from < open.size(); from += DiscoveryPlan.MOST_AT_ONCE / 2) {
            List<Integer> some = open.subList(from, Math.min(open.size(), from + DiscoveryPlan.MOST_AT_ONCE / 2));
            Set<Integer> left = new TreeSet<>(some);
            if (some.size() > 1) {
                twoWays(some).ifPresent(test -> {
                    for (int i = 0; i < some.size(); i++) {
                        if (test.kept(2 * i) == TestAnswer.KEPT && test.kept(2 * i + 1) == TestAnswer.KEPT) {
                            left.remove(some.get(i));
                        }
                    }
                });
            }
            for (int host : left) {
                twoWays(List.of(host)).filter(Together::isMedium).ifPresent(test -> halfDuplex(host, test));
            }
        }
    }

    private void halfDuplex(int host, Together test) {
        if (test.oneLink() == TestAnswer.UNDECIDED) {
            undecided.add("It is undecided whether the two directions of " + name(host) + " take turns; the view has "
                    + (test.isRatherOneLink() ? "one medium" : "two directions"));
        }
        if (test.oneLink() == TestAnswer.SLOWED || test.oneLink() == TestAnswer.UNDECIDED && test.isRatherOneLink()) {
            halfDuplex.add(host);
        }
    }

    /** Tests whether the two directions of the vantage are independent, with hosts behind different links. */
    private boolean vantageTwoWays() {
        for (HostGroup group : groups) {
            boolean taken = group.atVantage() && group.clusters().stream().noneMatch(Cluster::shared);
            if (taken && isEven(group) && rings.isHalfDuplex(group.members())) {
                return true;
            }
        }
        TestAnswer all = allTwoWays();
        if (all != TestAnswer.UNDECIDED) {
            return all == TestAnswer.SLOWED;
        }
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
                .together(
                        Phase.TOGETHER,
                        both,
                        rates.estimates(both),
                        both,
                        test -> test.blind() || test.oneLink() != TestAnswer.UNDECIDED)
                .filter(test -> !test.blind() && test.oneLink() == TestAnswer.SLOWED)
                .filter(Together::isMedium)
                .isPresent();
    }

    /**
     * Decides by all hosts at once. If the vantage is on a medium, both directions together carry what one of them
     * carries; in full duplex they carry what each of them carries, except that groups on media of their own carry half
     * in each direction.
     */
    private TestAnswer allTwoWays() {
        double away = measurements.highest().port(true);
        double back = measurements.highest().port(false);
        double one = Math.max(away, back);
        double both = Math.min(away, parts(true)) + Math.min(back, parts(false));
        if (both < TELLING * one) {
            return TestAnswer.UNDECIDED;
        }
        double bound = Together.MEDIUM * one;
        return bothWays(test -> test.total(bound) != TestAnswer.UNDECIDED)
                .map(test -> test.total(bound))
                .orElse(TestAnswer.UNDECIDED);
    }

    /** The rate of all groups and single hosts in one direction while they carry the other, too. */
    private double parts(boolean down) {
        if (apart.isEmpty() && groups.isEmpty()) { // nothing is known of groups yet
            return rates.alone().keySet().stream()
                    .mapToDouble(host -> rates.rate(host, down))
                    .sum();
        }
        double sum = 0;
        for (int host : apart) {
            sum += (halfDuplex.contains(host) ? 0.5 : 1) * rates.rate(host, down);
        }
        for (HostGroup group : groups) {
            boolean medium = group.halfDuplex()
                    || group.clusters().stream().anyMatch(cluster -> cluster.shared() && !cluster.fast());
            sum += (medium ? 0.5 : 1) * (down ? group.down() : group.up());
        }
        return sum;
    }

    /** Transfers to and from all hosts at once. They show what links carry in both directions together. */
    private Optional<Together> bothWays(Predicate<Together> decided) {
        List<Transfer> both = rates.alone().keySet().stream()
                .limit(DiscoveryPlan.MOST_AT_ONCE)
                .flatMap(host -> Stream.of(Transfer.to(host), Transfer.back(host)))
                .toList();
        return both.size() < 4
                ? Optional.empty()
                : measurements.together(Phase.TOGETHER, both, rates.estimates(both), both, decided);
    }

    private boolean isEven(HostGroup group) {
        return group.members().stream().allMatch(this::isEven);
    }

    /** True if both directions may have one rate, as on a medium. */
    private boolean isEven(int host) {
        return rates.of(host).down().mayBeAlike(rates.of(host).up(), Rings.EVEN);
    }

    private Optional<Together> twoWays(List<Integer> some) {
        List<Transfer> all = some.stream()
                .flatMap(host -> List.of(Transfer.to(host), Transfer.back(host)).stream())
                .toList();
        boolean one = some.size() == 1;
        return measurements.together(
                Phase.TOGETHER,
                all,
                rates.estimates(all),
                all,
                test -> one ? test.oneLink() != TestAnswer.UNDECIDED : test.allKept() != TestAnswer.UNDECIDED);
    }

    // ---- phase 3: paths among hosts

    private HostGroup among(HostGroup group) {
        boolean port = group.members().stream().allMatch(this::fillsPort);
        boolean all = group.members().size() == rates.alone().size();
        boolean even = isEven(group);
        List<Cluster> clusters = rings.clusters(group, port, even);
        if (clusters.isEmpty()) {
            notes.add("how " + name(group.first()) + " and its group reach each other was not measured");
        }
        if (clusters.stream().anyMatch(cluster -> cluster.sharing() == Sharing.UNDECIDED)) {
            open.add(
                    group.first(),
                    group.members().get(1),
                    "whether they take turns on one medium was not decided",
                    OpenPairs.MEDIUM);
        }
        List<Integer> unsure = rings.unsure(group);
        if (unsure.size() > 1) {
            open.add(
                    unsure.get(0),
                    unsure.get(1),
                    "whether they are on a medium behind a switch was not decided",
                    OpenPairs.SWITCHED);
        }
        boolean shared = clusters.stream().anyMatch(Cluster::shared);
        boolean atPort = port && !(shared && clusters.size() == 1);
        if (atPort && !all) {
            open.add(
                    group.first(),
                    group.members().get(1),
                    "a link in front of them is not told apart from the port of this machine",
                    OpenPairs.APART);
        }
        boolean atVantage = all || atPort;
        boolean halfDuplex =
                !atVantage && !shared && !clusters.isEmpty() && even && rings.isHalfDuplex(group.members());
        return new HostGroup(group.members(), group.down(), group.up(), atVantage, halfDuplex, clusters);
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
            shown.add(links.singles(group.members(), true));
            shown.add(links.singles(group.members(), false));
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
