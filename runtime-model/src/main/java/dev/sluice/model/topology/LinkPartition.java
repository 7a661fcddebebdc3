package dev.sluice.model.topology;

import dev.sluice.model.topology.SequentialTest.Decision;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The second phase: finds out which hosts share a link on their paths to the vantage, in one direction. Hosts that keep
 * their rates while all others send are independent of them. The others are tested by likeness, and the groups by
 * their fastest hosts. A path through the vantage's own port says nothing about links behind it, so that a third host
 * takes the vantage's part where this port may explain what is measured.
 */
final class LinkPartition {
    /** Frames after which hosts that are not shown to keep their rates are tested in smaller sets. */
    private static final int MOST_FRAMES_OF_ALL = 5;

    /** A total above this fraction of what the vantage's port has carried may be due to the port. */
    private static final double PORT = 0.85;

    /** A total below this multiple of the faster rate is taken for that of one link if tests do not decide. */
    private static final double ONE_LINK = 1.15;

    private final Measurements measurements;
    private final HostRates rates;
    private final Rings rings;
    private final boolean down;
    private final OpenPairs open;
    private final List<Conflict> conflicts = new ArrayList<>();

    /** Hosts that keep their rates in two rings, and thus share no link with others of their class. */
    private final Set<Integer> independent = new TreeSet<>();

    /** Groups or hosts that share a link, by one host of each, and the total of both. */
    record Conflict(int one, int other, double total) {}

    /** @param down the direction: away from the vantage */
    LinkPartition(Measurements measurements, HostRates rates, Rings rings, boolean down, OpenPairs open) {
        this.measurements = measurements;
        this.rates = rates;
        this.rings = rings;
        this.down = down;
        this.open = open;
    }

    List<Conflict> conflicts() {
        return conflicts;
    }

    /** Divides hosts into groups that share a link each, and single hosts. */
    List<List<Integer>> of(List<Integer> hosts) {
        Set<Integer> squeezed = squeezed(hosts);
        Set<Integer> kept = new TreeSet<>(hosts);
        kept.removeAll(squeezed);
        measurements.budget().apart(kept);
        List<List<Integer>> found = new ArrayList<>();
        List<Integer> slow = new ArrayList<>();
        List<Integer> atPort = new ArrayList<>();
        for (int host : hosts) {
            if (!squeezed.contains(host)) {
                found.add(List.of(host));
            } else if (hosts.size() > 1 && rates.rate(host, down) >= PORT * port()) {
                atPort.add(host);
            } else {
                slow.add(host);
            }
        }
        rates.classes(slow).forEach(alike -> found.addAll(groups(alike)));
        if (!atPort.isEmpty()) {
            found.add(atPort); // the third phase tells whether they have more than this port in common
        }
        List<Integer> fastest = found.stream()
                .filter(group -> group.stream().anyMatch(squeezed::contains))
                .filter(group -> group.size() > 1 || !independent.containsAll(group))
                .map(group -> rates.fastest(group, down))
                .sorted()
                .toList();
        across(fastest);
        found.sort(Comparator.comparing(group -> group.get(0)));
        return found;
    }

    /** Hosts that do not keep their rates while all others send; all if this cannot be tested. */
    private Set<Integer> squeezed(List<Integer> hosts) {
        if (hosts.size() < 2) {
            return Set.of();
        }
        List<Integer> some = hosts.subList(0, Math.min(hosts.size(), DiscoveryPlan.MOST_AT_ONCE));
        Optional<Frames> test = star(some, DecidedBy.EACH);
        if (test.isEmpty() || some.size() < hosts.size()) {
            return new TreeSet<>(hosts);
        }
        Set<Integer> squeezed = new TreeSet<>();
        for (int i = 0; i < some.size(); i++) {
            if (test.get().kept(i) != Decision.KEPT) {
                squeezed.add(some.get(i));
            }
        }
        return squeezed;
    }

    /** The question that ends a test. */
    private enum DecidedBy {
        EACH,
        LINK,
        SUM;

        boolean decided(Frames frames) {
            return switch (this) {
                case EACH -> eachDecided(frames) || frames.rates().size() >= MOST_FRAMES_OF_ALL;
                case LINK -> frames.oneLink() != Decision.UNDECIDED;
                case SUM -> frames.blind() || frames.wholeSum() != Decision.UNDECIDED;
            };
        }

        private static boolean eachDecided(Frames frames) {
            for (int i = 0; i < frames.expected().length; i++) {
                if (frames.kept(i) == Decision.UNDECIDED) {
                    return false;
                }
            }
            return true;
        }
    }

    private Optional<Frames> star(List<Integer> hosts, DecidedBy question) {
        List<Transfer> all = hosts.stream().map(this::transfer).toList();
        return measurements.frames(Phase.TOGETHER, all, rates.expected(all), all, question::decided);
    }

    private Transfer transfer(int host) {
        return down ? Transfer.to(host) : Transfer.back(host);
    }

    private double port() {
        return measurements.highest().port(down);
    }

    /** Divides hosts that may be on one link. */
    private List<List<Integer>> groups(List<Integer> alike) {
        if (alike.size() == 1) {
            return List.of(alike);
        }
        Optional<Frames> test =
                alike.size() <= DiscoveryPlan.MOST_AT_ONCE ? star(alike, DecidedBy.LINK) : Optional.empty();
        boolean port = test.isPresent()
                && test.get().total() >= PORT * port()
                && alike.stream().anyMatch(host -> rates.rate(host, down) < PORT * port());
        if (test.isPresent() && test.get().oneLink() == Decision.SLOWED && !port) {
            return List.of(alike);
        }
        Set<Integer> suspects = new TreeSet<>(alike);
        if (alike.size() >= DiscoveryPlan.LEAST_RING) {
            suspects = rings.suspects(alike, rates);
            independent.addAll(alike);
            independent.removeAll(suspects);
        }
        List<List<Integer>> found = byPairs(alike, suspects, test.isEmpty());
        boolean allApart = found.size() == alike.size();
        if (allApart && suspects.size() > 2 && test.isPresent() && isSqueezed(test.get()) && !port) {
            return List.of(alike); // a link that carries two of them and not all
        }
        return found;
    }

    private boolean isSqueezed(Frames test) {
        return test.wholeSum() == Decision.SLOWED && test.total() < PORT * port();
    }

    /** Divides hosts by tests with the fastest host of each group. */
    private List<List<Integer>> byPairs(List<Integer> alike, Set<Integer> suspects, boolean narrow) {
        List<List<Integer>> found = new ArrayList<>();
        List<List<Integer>> single = new ArrayList<>();
        for (int host : alike) {
            if (!suspects.contains(host)) {
                single.add(List.of(host));
                continue;
            }
            Optional<List<Integer>> sharing = found.stream()
                    .filter(group ->
                            share(rates.fastest(group, down), host, narrow).isPresent())
                    .findFirst();
            sharing.ifPresentOrElse(group -> group.add(host), () -> found.add(new ArrayList<>(List.of(host))));
        }
        found.addAll(single);
        return found;
    }

    /** Finds groups that share a link with each other. */
    private void across(List<Integer> fastest) {
        if (fastest.size() < 2) {
            return;
        }
        List<Integer> squeezed = new ArrayList<>(squeezed(fastest));
        for (int host : fastest) {
            for (int other : fastest) {
                if (host < other && (!squeezed.contains(host) || !squeezed.contains(other))) {
                    seen(host, other);
                }
            }
        }
        for (int i = 0; i < squeezed.size(); i++) {
            for (int j = i + 1; j < squeezed.size(); j++) {
                int one = squeezed.get(i);
                int other = squeezed.get(j);
                share(one, other, false).ifPresent(total -> conflicts.add(new Conflict(one, other, total)));
            }
        }
    }

    /** Names a pair of which the slower host would take too little from the faster one to be seen. */
    private void seen(int one, int other) {
        double most = Math.max(rates.rate(one, down), rates.rate(other, down));
        double least = Math.min(rates.rate(one, down), rates.rate(other, down));
        if (least < (1 - Frames.KEPT) * most) {
            open.add(one, other, "one is too slow to be seen beside the other");
        }
    }

    /**
     * The total of two hosts if they share a link behind the vantage's port.
     *
     * @param narrow true if they count as sharing one when this cannot be tested: the narrower shape
     */
    private Optional<Double> share(int one, int other, boolean narrow) {
        List<Integer> pair = one < other ? List.of(one, other) : List.of(other, one);
        Optional<Frames> test = star(pair, DecidedBy.SUM);
        if (test.isEmpty()) {
            open.add(one, other, "they were not tested together");
            return narrow ? Optional.of(Math.max(rates.rate(one, down), rates.rate(other, down))) : Optional.empty();
        }
        Frames frames = test.get();
        if (frames.blind()) {
            seen(one, other);
            return Optional.empty();
        }
        if (frames.wholeSum() == Decision.KEPT) {
            return Optional.empty();
        }
        if (frames.mostTotal() >= PORT * port()) {
            return behindPort(pair, frames.total());
        }
        if (frames.wholeSum() == Decision.UNDECIDED) {
            open.add(one, other, "the tests did not decide whether they share a link");
            double most = Math.max(rates.rate(one, down), rates.rate(other, down));
            return frames.total() < ONE_LINK * most ? Optional.of(frames.total()) : Optional.empty();
        }
        return Optional.of(frames.total());
    }

    /** Tests two hosts whose total fills the vantage's port: a third host takes the vantage's part for the slower. */
    private Optional<Double> behindPort(List<Integer> pair, double total) {
        int fast = rates.fastest(pair, down);
        int slow = pair.get(0) == fast ? pair.get(1) : pair.get(0);
        if (rates.rate(slow, down) >= PORT * port()) {
            return Optional.empty(); // the third phase looks for links of hosts that fill the port alone
        }
        List<Integer> thirds = rates.alone().keySet().stream()
                .filter(host -> !pair.contains(host) && rates.rate(host, !down) >= rates.rate(slow, down) / 2)
                .toList();
        if (thirds.isEmpty()) {
            open.add(slow, fast, "the port of this machine hides it, and no third host is fast enough");
            return Optional.empty();
        }
        int third = rates.fastest(thirds, !down);
        Transfer part = down ? new Transfer(third, slow) : new Transfer(slow, third);
        Optional<TestSeries> single = measurements.single(Phase.AMONG, part);
        if (single.isEmpty()) {
            open.add(slow, fast, "the port of this machine hides it, and a third host cannot reach them");
            return Optional.empty();
        }
        List<Transfer> both = List.of(transfer(fast), part);
        double[] expected = {rates.rate(fast, down), single.get().sum().value()};
        Optional<Frames> test = measurements.frames(Phase.AMONG, both, expected, both, DecidedBy.SUM::decided);
        if (test.isEmpty() || test.get().blind() || test.get().wholeSum() == Decision.UNDECIDED) {
            open.add(slow, fast, "the port of this machine hides it, and a third host did not decide it");
            return Optional.empty();
        }
        return test.get().wholeSum() == Decision.SLOWED ? Optional.of(total) : Optional.empty();
    }
}
