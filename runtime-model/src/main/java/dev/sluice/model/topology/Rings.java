package dev.sluice.model.topology;

import dev.sluice.model.Median;
import dev.sluice.model.topology.HostGroup.Cluster;
import dev.sluice.model.topology.HostGroup.Sharing;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Ring tests: each of several hosts sends to the next, all at once. A switch carries all transfers at full speed, while
 * a shared medium divides its rate among them. A narrow link around some of the hosts carries at least one transfer in
 * each direction, and two if these hosts are not adjacent in the ring.
 */
final class Rings {
    /** Minimum ratio of a path to another one that is clearly slower. */
    private static final double FASTER = 1.25;

    /** Least ratio of two rates on a medium. */
    static final double EVEN = 1 / 1.3;

    private final Measurements measurements;
    private final HostRates rates;

    /** Hosts of which it was not decided whether they are on a medium behind a switch. */
    private final Set<Integer> unsure = new TreeSet<>();

    Rings(Measurements measurements, HostRates rates) {
        this.measurements = measurements;
        this.rates = rates;
    }

    /**
     * Finds hosts that may share a link, by two rings in which no host has the same neighbours. In one of them, hosts
     * behind a common link send over it twice, so that their transfers are slower. Returns all hosts if the rings
     * cannot be measured.
     */
    Set<Integer> suspects(List<Integer> hosts) {
        Set<Integer> suspects = new TreeSet<>();
        for (List<Integer> order : List.of(hosts, reordered(hosts))) {
            List<Transfer> ring = ring(order);
            List<Transfer> singles = hosts.stream().map(Transfer::to).toList();
            Optional<Together> test =
                    measurements.together(Phase.TOGETHER, ring, rates.estimates(ring), singles, Together::eachDecided);
            if (test.isEmpty()) {
                return new TreeSet<>(hosts);
            }
            for (int i = 0; i < order.size(); i++) {
                if (!test.get().unchanged(i)) {
                    suspects.add(ring.get(i).from());
                    suspects.add(ring.get(i).to());
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

    /**
     * The clusters of a group by their mutual paths; empty if these cannot be measured.
     *
     * @param port true if the vantage's port may be all that they share; then they are not divided
     * @param even true if both directions of each member may have one rate, as on a medium
     */
    List<Cluster> clusters(HostGroup group, boolean port, boolean even) {
        double own = FASTER * Math.min(group.down(), group.up());
        List<Transfer> ring = ring(group.members());
        measurements.singles(Phase.AMONG, ring);
        if (single(ring.get(0).from(), ring.get(0).to()).isEmpty()) {
            return unmeasured(group.members(), even).map(List::of).orElse(List.of());
        }
        Optional<Cluster> one = cluster(group.members(), own, even);
        if (one.isEmpty() && port) {
            one = Optional.of(new Cluster(group.members(), 0, Sharing.SWITCH, false, 0));
        }
        if (one.isPresent()
                && one.get().sharing() == Sharing.SWITCH
                && (port || one.get().fast())) {
            return withMediumInside(one.get(), ring, port);
        }
        if (one.isEmpty()) {
            List<Cluster> inside =
                    withMediumInside(new Cluster(group.members(), 0, Sharing.SWITCH, false, 0), ring, false);
            if (inside.size() > 1) {
                return inside;
            }
        }
        return one.map(cluster -> port ? withoutNeighbours(cluster) : List.of(cluster))
                .orElseGet(() -> divided(group, own, even));
    }

    /**
     * Separates hosts beside a medium from those on it. A ring through a medium is as slow if one of its hosts is
     * elsewhere, but that host can send and receive at once.
     */
    private List<Cluster> withoutNeighbours(Cluster all) {
        if (all.sharing() != Sharing.MEDIUM || all.members().size() < 3) {
            return List.of(all);
        }
        List<Integer> on = all.members().stream()
                .filter(host -> !exceeds(host, all.rate()))
                .toList();
        List<Integer> beside = new ArrayList<>(all.members());
        beside.removeAll(on);
        return on.size() < 2 || beside.isEmpty()
                ? List.of(all)
                : List.of(
                        new Cluster(beside, all.rate(), Sharing.SWITCH, all.fast(), 0),
                        new Cluster(on, all.rate(), Sharing.MEDIUM, all.fast(), 0));
    }

    /** Hosts of this group of which it was not decided whether they are on a medium behind a switch. */
    List<Integer> unsure(HostGroup group) {
        return group.members().stream().filter(unsure::contains).toList();
    }

    /** Separates hosts that are on a medium behind a switch. In the ring both transfers of such a host are slower. */
    private List<Cluster> withMediumInside(Cluster all, List<Transfer> ring, boolean port) {
        List<RateEstimate> alone = new ArrayList<>();
        ring.forEach(
                one -> measurements.single(Phase.AMONG, one).ifPresent(test -> alone.add(measurements.estimate(test))));
        int count = ring.size();
        if (alone.size() < count) {
            unsure.addAll(all.members());
            return List.of(all);
        }
        Optional<Together> test = measurements.together(Phase.AMONG, ring, alone, ring, some -> true);
        List<Integer> slow = new ArrayList<>();
        for (int i = 0; i < count && test.isPresent(); i++) {
            if (!test.get().unchanged(i) && !test.get().unchanged((i + count - 1) % count)) {
                slow.add(ring.get(i).from());
            }
        }
        List<Integer> rest = new ArrayList<>(all.members());
        rest.removeAll(slow);
        if (slow.size() < 2 || rest.isEmpty()) {
            return List.of(all);
        }
        int peer = port ? Transfer.VANTAGE : rest.get(0);
        List<Integer> halfDuplex =
                slow.stream().filter(host -> isHalfDuplex(host, peer)).toList();
        Optional<Cluster> medium = halfDuplex.size() < 2
                ? Optional.empty()
                : cluster(halfDuplex, 0, true).filter(one -> one.sharing() == Sharing.MEDIUM);
        if (medium.isEmpty()) {
            unsure.addAll(slow);
            return List.of(all);
        }
        rest = new ArrayList<>(all.members());
        rest.removeAll(halfDuplex);
        return List.of(new Cluster(rest, all.rate(), Sharing.SWITCH, all.fast(), 0), medium.get());
    }

    /** True if a host exchanges more with the vantage in both directions together than a medium carries. */
    private boolean exceeds(int host, double rate) {
        double bound = Together.MEDIUM * rate;
        if (rates.rate(host, true) + rates.rate(host, false) <= bound) {
            return false;
        }
        List<Transfer> both = List.of(Transfer.to(host), Transfer.back(host));
        return measurements
                .together(
                        Phase.AMONG,
                        both,
                        rates.estimates(both),
                        both,
                        test -> test.total(bound) != TestAnswer.UNDECIDED)
                .filter(test -> test.total(bound) == TestAnswer.KEPT)
                .isPresent();
    }

    /** True if a host cannot send to a peer and receive from it at once. Neighbours of a medium's hosts can. */
    private boolean isHalfDuplex(int host, int peer) {
        List<Transfer> both = List.of(new Transfer(peer, host), new Transfer(host, peer));
        if (peer != Transfer.VANTAGE) {
            measurements.singles(Phase.AMONG, both);
        }
        List<RateEstimate> alone = new ArrayList<>();
        both.forEach(
                one -> measurements.single(Phase.AMONG, one).ifPresent(test -> alone.add(measurements.estimate(test))));
        return alone.size() == 2
                && isEven(alone)
                && measurements
                        .together(Phase.AMONG, both, alone, both, test -> test.oneLink() != TestAnswer.UNDECIDED)
                        .filter(test -> test.oneLink() == TestAnswer.SLOWED)
                        .isPresent();
    }

    private Optional<TestSeries> single(int from, int to) {
        return measurements.single(Phase.AMONG, new Transfer(from, to));
    }

    /** All members as one cluster, if they are one. */
    private Optional<Cluster> cluster(List<Integer> members, double own, boolean even) {
        List<Transfer> ring = ring(members);
        measurements.singles(Phase.AMONG, ring);
        List<TestSeries> singles = new ArrayList<>();
        for (Transfer transfer : ring) {
            measurements.single(Phase.AMONG, transfer).ifPresent(singles::add);
        }
        if (singles.size() < ring.size() || !singles.stream().allMatch(measurements::isEnough)) {
            return unmeasured(members, even);
        }
        List<RateEstimate> alone = singles.stream().map(measurements::estimate).toList();
        Optional<Together> test = measurements.together(
                Phase.AMONG,
                ring,
                alone,
                ring,
                some -> some.oneLink() == TestAnswer.SLOWED || some.oneLink() == TestAnswer.KEPT && some.eachDecided());
        if (test.isEmpty()) {
            return unmeasured(members, even);
        }
        double rate = Median.of(alone.stream().mapToDouble(RateEstimate::value));
        boolean fast = alone.stream().allMatch(each -> each.value() > own);
        boolean alike = (even || fast) && isEven(alone);
        if (test.get().oneLink() != TestAnswer.KEPT && alike) {
            return Optional.of(new Cluster(members, rate, sharing(members, test.get(), fast), fast, 0));
        }
        boolean switched = IntStream.range(0, alone.size()).allMatch(test.get()::unchanged);
        if (!switched && test.get().oneLink() != TestAnswer.KEPT) {
            unsure.addAll(members);
        }
        return switched || fast || members.size() == 2
                ? Optional.of(new Cluster(members, rate, Sharing.SWITCH, fast, 0))
                : Optional.empty();
    }

    /** Hosts whose two directions disturb each other, while their mutual paths could not be measured. */
    private Optional<Cluster> unmeasured(List<Integer> members, boolean even) {
        if (even && crossed(members).filter(Together::isRatherOneLink).isPresent()) {
            return Optional.of(new Cluster(members, 0, Sharing.UNDECIDED, false, 0));
        }
        unsure.addAll(members);
        return Optional.empty();
    }

    /** True if all rates may be equal, as on a medium. */
    private static boolean isEven(List<RateEstimate> alone) {
        return alone.stream().allMatch(one -> alone.stream().allMatch(other -> one.mayBeAlike(other, EVEN)));
    }

    /** The sharing of a ring that is not shown to keep its rates. A medium carries no more than one transfer. */
    private Sharing sharing(List<Integer> members, Together ring, boolean fast) {
        if (!ring.isMedium()) {
            unsure.addAll(members);
            return Sharing.SWITCH;
        }
        return ring.oneLink() == TestAnswer.SLOWED ? medium(members, fast) : Sharing.UNDECIDED;
    }

    /**
     * Confirms that hosts are on a shared medium, because processes that compete for processors look like one. A
     * transfer to one of them disturbs a transfer from another one, unless both pass a slower link.
     */
    private Sharing medium(List<Integer> members, boolean fast) {
        TestAnswer crossing = fast ? TestAnswer.SLOWED : crossing(members);
        return switch (crossing) {
            case SLOWED -> Sharing.MEDIUM;
            case KEPT -> Sharing.SWITCH;
            case UNDECIDED -> Sharing.UNDECIDED;
        };
    }

    /**
     * Decides whether a transfer to one host disturbs a transfer from another one. A full-duplex link behind which they
     * are would carry both.
     */
    TestAnswer crossing(List<Integer> members) {
        return crossed(members).map(Together::oneLink).orElse(TestAnswer.UNDECIDED);
    }

    /** True if both directions of the hosts' link take turns. */
    boolean isHalfDuplex(List<Integer> members) {
        return crossing(members) == TestAnswer.SLOWED
                && crossed(members).filter(Together::isMedium).isPresent();
    }

    private Optional<Together> crossed(List<Integer> members) {
        List<Transfer> both = List.of(Transfer.to(members.get(0)), Transfer.back(members.get(1)));
        return measurements.together(
                Phase.AMONG, both, rates.estimates(both), both, test -> test.oneLink() != TestAnswer.UNDECIDED);
    }

    /**
     * Divides a group: hosts that reach its first host faster than the vantage form a cluster with it. The others are
     * divided in the same way.
     */
    private List<Cluster> divided(HostGroup group, double own, boolean even) {
        List<Cluster> clusters = new ArrayList<>();
        List<Integer> left = new ArrayList<>(group.members());
        while (!left.isEmpty()) {
            int first = left.remove(0);
            List<Integer> with = new ArrayList<>(List.of(first));
            List<Double> rates = new ArrayList<>();
            double across = 0;
            for (int other : List.copyOf(left)) {
                Optional<TestSeries> test = single(first, other);
                double rate = test.map(known -> known.sum().value()).orElse(0.0);
                if (test.isEmpty()) {
                    with.add(other);
                } else if (rate > own) {
                    with.add(other);
                    rates.add(rate);
                } else {
                    across = Math.max(across, rate);
                }
            }
            left.removeAll(with);
            double rate = Median.of(rates.stream().mapToDouble(each -> each));
            Cluster found = with.size() == 1
                    ? new Cluster(with, 0, Sharing.SWITCH, false, 0)
                    : cluster(with, own, even).orElse(new Cluster(with, rate, Sharing.SWITCH, true, 0));
            clusters.add(found.withAcross(across));
        }
        double most = clusters.stream().mapToDouble(Cluster::across).max().orElse(0);
        return clusters.stream()
                .map(each -> each.across() == 0 ? each.withAcross(most) : each)
                .toList();
    }
}
