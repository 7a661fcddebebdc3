package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The second phase: finds out which hosts share a link on their paths to the vantage. Two hosts share a link that
 * matters if they do not reach the sum of their rates at once, in either direction. Paths in a tree part only once:
 * hosts that share a link with a third one share one with each other, and the fastest host of a group represents it.
 * The most that a path above carries says nothing about links below, so that hosts that fill it are not compared. A
 * third host takes the vantage's part where the vantage's port hides a pair. Used for one exploration.
 */
final class LinkPartition {
    /** A total above this fraction of what the path above carries may be due to that path. */
    static final double PORT = 0.9;

    /** A total whose interval ends below this fraction of what the path above carries is not due to that path. */
    private static final double BELOW = 0.94;

    /** Hosts whose rates differ by less reach the full rate of their link. */
    static final double FULL = 0.85;

    /** A total above this fraction of a sum shows that a link carries the sum. */
    private static final double CARRIED = 0.95;

    /** Trials after which hosts that are not shown to keep their rates are tested in smaller sets. */
    private static final int MOST_TRIALS_OF_ALL = 6;

    /** Relative error of what the vantage's port carries. */
    private static final double PRECISE = 0.08;

    /** A single rate above this multiple of what is expected takes another way. */
    private static final double FASTER = 1.25;

    private final Measurements measurements;
    private final HostRates rates;
    private final Rings rings;
    private final OpenPairs open;

    /** Hosts whose two directions a ring showed to be independent. */
    private final Set<Integer> fullDuplex = new TreeSet<>();

    /**
     * Hosts that share a link.
     *
     * @param down capacity away from the vantage [bytes/s]
     * @param up capacity towards the vantage [bytes/s]
     * @param inside further links behind it
     */
    record Part(List<Integer> members, double down, double up, List<Part> inside) {
        double rate(boolean away) {
            return away ? down : up;
        }
    }

    /** Disjoint sets of hosts. */
    private static final class Sets {
        private final Map<Integer, Integer> firstOf = new HashMap<>();

        private int first(int host) {
            return firstOf.getOrDefault(host, host);
        }

        private boolean same(int one, int other) {
            return first(one) == first(other);
        }

        private void join(int one, int other) {
            int to = Math.min(first(one), first(other));
            int from = Math.max(first(one), first(other));
            firstOf.put(one, first(one));
            firstOf.put(other, first(other));
            firstOf.put(from, to);
            firstOf.replaceAll((host, first) -> first == from ? to : first);
        }
    }

    LinkPartition(Measurements measurements, HostRates rates, Rings rings, OpenPairs open) {
        this.measurements = measurements;
        this.rates = rates;
        this.rings = rings;
        this.open = open;
    }

    Set<Integer> fullDuplex() {
        return fullDuplex;
    }

    /** Measures all hosts at once in each direction, which shows what the vantage's port carries. */
    void measureAll() {
        List<Integer> hosts = List.copyOf(rates.alone().keySet());
        if (hosts.size() > 1) {
            all(hosts, true);
            all(hosts, false);
        }
    }

    private Optional<Together> all(List<Integer> hosts, boolean down) {
        return star(hosts.subList(0, Math.min(hosts.size(), DiscoveryPlan.MOST_AT_ONCE)), down, LinkPartition::isKnown);
    }

    /** The links on the paths to all hosts; hosts in none of them share no link with others. */
    List<Part> links() {
        return links(List.copyOf(rates.alone().keySet()), null);
    }

    private List<Part> links(List<Integer> hosts, @Nullable Part above) {
        Sets sets = new Sets();
        join(hosts, true, above, sets);
        join(hosts, false, above, sets);
        Map<Integer, List<Integer>> parts = new TreeMap<>();
        hosts.forEach(host -> parts.computeIfAbsent(sets.first(host), any -> new ArrayList<>())
                .add(host));
        List<Part> found = new ArrayList<>();
        for (List<Integer> members : parts.values()) {
            if (members.size() > 1) {
                Part part = new Part(members, capacity(members, true), capacity(members, false), List.of());
                boolean more = above == null && members.size() > 2;
                found.add(more ? new Part(members, part.down, part.up, links(members, part)) : part);
            }
        }
        return found;
    }

    /** True if enough is known of all hosts at once. Most of them are tested in smaller sets, too. */
    private static boolean isKnown(Together all) {
        int count = all.test().count();
        boolean precise = all.test().sum().error() <= PRECISE;
        return precise && (all.eachDecided() || count >= MOST_TRIALS_OF_ALL) || count >= 2 * MOST_TRIALS_OF_ALL;
    }

    /** Joins hosts that disturb each other in one direction. */
    private void join(List<Integer> hosts, boolean down, @Nullable Part above, Sets sets) {
        Set<Integer> kept = new TreeSet<>();
        Map<Integer, Double> beside = new HashMap<>();
        if (above == null && hosts.size() > 1) {
            List<Integer> some = hosts.subList(0, Math.min(hosts.size(), DiscoveryPlan.MOST_AT_ONCE));
            all(hosts, down).ifPresent(test -> {
                for (int i = 0; i < some.size(); i++) {
                    beside.put(some.get(i), test.rate(i).value());
                    if (test.kept(i) == TestAnswer.KEPT) {
                        kept.add(some.get(i));
                    }
                }
            });
        }
        double port = above == null ? measurements.highest().port(down) : above.rate(down);
        List<Integer> active = hosts.stream()
                .filter(host -> rates.rate(host, down) < PORT * port)
                .toList();
        List<List<Integer>> classes = new ArrayList<>(rates.classes(active, down));
        classes.sort(Comparator.comparingDouble(some -> -rates.rate(rates.fastest(some, down), down)));
        List<Integer> before = new ArrayList<>();
        for (List<Integer> alike : classes) {
            Set<Integer> suspects = suspects(alike, down, port, kept, sets);
            compare(alike, suspects, before, new Direction(down, port, above == null, kept, beside), sets);
            before.addAll(alike);
        }
    }

    /**
     * A direction of transfers.
     *
     * @param down true if it leads away from the vantage
     * @param port what the path above carries at most [bytes/s]
     * @param top true if that path is the vantage's port
     * @param kept hosts that keep their rates while all others send
     * @param beside rates of the hosts while all others send [bytes/s]
     */
    private record Direction(boolean down, double port, boolean top, Set<Integer> kept, Map<Integer, Double> beside) {}

    /** Joins hosts that are alike if they are on one link; else returns those that may share links with each other. */
    private Set<Integer> suspects(List<Integer> alike, boolean down, double port, Set<Integer> kept, Sets sets) {
        boolean one = alike.stream().allMatch(host -> sets.same(host, alike.get(0)));
        if (one || kept.containsAll(alike)) {
            return Set.of();
        }
        if (alike.size() > DiscoveryPlan.MOST_AT_ONCE) {
            return ring(alike);
        }
        Optional<Together> test = star(alike, down, some -> some.oneLink() != TestAnswer.UNDECIDED);
        boolean below = test.isPresent() && test.get().mostTotal() < BELOW * port;
        if (below && test.get().oneLink() == TestAnswer.SLOWED) {
            alike.forEach(host -> sets.join(host, alike.get(0)));
            return Set.of();
        }
        return !below && alike.size() >= DiscoveryPlan.LEAST_RING ? ring(alike) : new TreeSet<>(alike);
    }

    private Set<Integer> ring(List<Integer> alike) {
        Set<Integer> suspects = rings.suspects(alike);
        alike.stream().filter(host -> !suspects.contains(host)).forEach(fullDuplex::add);
        return suspects;
    }

    /** Compares hosts that are alike with each other, and with the groups found before. */
    private void compare(
            List<Integer> alike, Set<Integer> suspects, List<Integer> before, Direction direction, Sets sets) {
        for (int i = 0; i < alike.size(); i++) {
            int host = alike.get(i);
            for (int other : representatives(alike.subList(0, i), direction.down, sets)) {
                if (suspects.contains(host) && suspects.contains(other)) {
                    compare(other, host, direction, sets);
                }
            }
        }
        for (int host : representatives(alike, direction.down, sets)) {
            List<Integer> others = representatives(before, direction.down, sets);
            others.removeIf(other -> sets.same(other, host)
                    || areKept(other, host, direction)
                    || carriesBoth(other, host, direction, sets));
            if (!areApart(host, others, direction)) {
                others.forEach(other -> compare(other, host, direction, sets));
            }
        }
    }

    /**
     * True if all hosts at once show that a link carries the sum of two. A link on the paths of two groups carries all
     * hosts of both, because paths in a tree part only once.
     */
    private boolean carriesBoth(int one, int other, Direction direction, Sets sets) {
        double both = direction.beside.entrySet().stream()
                .filter(host -> sets.same(host.getKey(), one) || sets.same(host.getKey(), other))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        return both > CARRIED * (rates.rate(one, direction.down) + rates.rate(other, direction.down));
    }

    private void compare(int one, int other, Direction direction, Sets sets) {
        if (!sets.same(one, other) && !areKept(one, other, direction) && share(one, other, direction)) {
            sets.join(one, other);
        }
    }

    private static boolean areKept(int one, int other, Direction direction) {
        return direction.kept.contains(one) && direction.kept.contains(other);
    }

    /** The fastest host of each group. */
    private List<Integer> representatives(List<Integer> hosts, boolean down, Sets sets) {
        Map<Integer, List<Integer>> groups = new TreeMap<>();
        hosts.forEach(host -> groups.computeIfAbsent(sets.first(host), any -> new ArrayList<>())
                .add(host));
        List<Integer> fastest = new ArrayList<>();
        groups.values().forEach(group -> fastest.add(rates.fastest(group, down)));
        return fastest;
    }

    /** True if a host and others keep their rates at once, below what the path above carries. */
    private boolean areApart(int host, List<Integer> others, Direction direction) {
        List<Integer> all = new ArrayList<>(others);
        all.add(host);
        all.sort(Comparator.naturalOrder());
        double sum =
                all.stream().mapToDouble(one -> rates.rate(one, direction.down)).sum();
        return others.size() > 1
                && sum < PORT * direction.port
                && star(all, direction.down, test -> test.wholeSum() == TestAnswer.KEPT || test.eachDecided())
                        .filter(test -> test.allKept() == TestAnswer.KEPT)
                        .isPresent();
    }

    private Optional<Together> star(List<Integer> hosts, boolean down, Predicate<Together> decided) {
        List<Transfer> all = hosts.stream().map(host -> transfer(host, down)).toList();
        return measurements.together(Phase.TOGETHER, all, rates.estimates(all), all, decided);
    }

    private static Transfer transfer(int host, boolean down) {
        return down ? Transfer.to(host) : Transfer.back(host);
    }

    /** True if two hosts share a link behind the path above. */
    private boolean share(int one, int other, Direction direction) {
        List<Integer> pair = one < other ? List.of(one, other) : List.of(other, one);
        double most = Math.max(rates.rate(one, direction.down), rates.rate(other, direction.down));
        double least = Math.min(rates.rate(one, direction.down), rates.rate(other, direction.down));
        if (least < (1 - Together.KEPT) * most) {
            open.add(one, other, "one is too slow to be seen beside the other", OpenPairs.APART);
            return false;
        }
        Optional<Together> test =
                star(pair, direction.down, some -> some.blind() || some.wholeSum() != TestAnswer.UNDECIDED);
        if (test.isEmpty()) {
            open.add(one, other, measurements.limit(), OpenPairs.APART);
            return false;
        }
        Together together = test.get();
        if (together.wholeSum() == TestAnswer.KEPT) {
            return false;
        }
        if (together.mostTotal() >= BELOW * direction.port) {
            return direction.top && behindPort(pair, direction.down);
        }
        if (together.wholeSum() == TestAnswer.UNDECIDED) {
            // unlike hosts of which all others know that they share nothing would pull their groups together
            boolean assumed = rates.mayBeAlike(one, other) || together.isRatherSlowed();
            open.add(one, other, "the trials do not decide it", assumed ? OpenPairs.SHARING : OpenPairs.APART);
            return assumed;
        }
        return true;
    }

    /** Tests two hosts whose total fills the vantage's port: a third host takes the vantage's part for the slower. */
    private boolean behindPort(List<Integer> pair, boolean down) {
        int fast = rates.fastest(pair, down);
        int slow = pair.get(0) == fast ? pair.get(1) : pair.get(0);
        List<Integer> thirds = rates.alone().keySet().stream()
                .filter(host -> !pair.contains(host) && rates.rate(host, !down) >= rates.rate(slow, down) / 2)
                .sorted(Comparator.comparing((Integer host) -> rates.mayBeAlike(host, slow))
                        .thenComparing(host -> -rates.rate(host, !down)))
                .limit(2)
                .toList();
        for (int third : thirds) {
            Transfer part = down ? new Transfer(third, slow) : new Transfer(slow, third);
            Optional<TestSeries> single = measurements.single(Phase.AMONG, part);
            if (single.isEmpty() || single.get().sum().value() > FASTER * rates.rate(slow, down)) {
                continue; // a way that does not lead over the link in question
            }
            List<Transfer> both = List.of(transfer(fast, down), part);
            List<RateEstimate> alone = List.of(rates.estimate(both.get(0)), measurements.estimate(single.get()));
            Optional<Together> test = measurements.together(
                    Phase.AMONG, both, alone, both, some -> some.blind() || some.wholeSum() != TestAnswer.UNDECIDED);
            if (test.isPresent() && !test.get().blind() && test.get().wholeSum() != TestAnswer.UNDECIDED) {
                return test.get().wholeSum() == TestAnswer.SLOWED;
            }
        }
        open.add(slow, fast, "the port of this machine hides it, and no third host decided it", OpenPairs.APART);
        return false;
    }

    /** The capacity of a link by what its hosts reach alone and together. */
    private double capacity(List<Integer> members, boolean down) {
        double alone = Measurements.pooled(singles(members, down)).value();
        List<Integer> some = members.subList(0, Math.min(members.size(), DiscoveryPlan.MOST_AT_ONCE));
        return star(
                        some,
                        down,
                        test -> test.oneLink() != TestAnswer.UNDECIDED || test.wholeSum() != TestAnswer.UNDECIDED)
                .map(test -> Measurements.surer(alone, test.total()))
                .orElse(alone);
    }

    /** The single transfers of hosts that reach the full rate of their link. */
    List<TestSeries> singles(List<Integer> members, boolean down) {
        double most = members.stream()
                .mapToDouble(host -> rates.rate(host, down))
                .max()
                .orElse(0);
        List<TestSeries> tests = new ArrayList<>();
        for (int host : members) {
            if (rates.rate(host, down) >= FULL * most) {
                measurements.single(Phase.ALONE, transfer(host, down)).ifPresent(tests::add);
            }
        }
        return tests;
    }
}
