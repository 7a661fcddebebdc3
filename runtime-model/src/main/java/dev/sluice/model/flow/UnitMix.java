package dev.sluice.model.flow;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResourceUse;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The units that need other than one slot, evenly mixed with those of one slot. Immutable.
 *
 * @param kinds each with other needs
 * @param ofRun resources that the units of all hosts divide, so that no host must offer them
 */
public record UnitMix(List<Kind> kinds, Amounts ofRun) {
    /** All units need one slot. */
    public static final UnitMix NONE = new UnitMix(List.of(), Amounts.NONE);

    public UnitMix {
        kinds = List.copyOf(kinds);
    }

    /**
     * Units with the same needs.
     *
     * @param share of all units, 0 to 1
     * @param longer their mean time as a multiple of that of all units
     */
    public record Kind(Amounts needs, double share, double longer) {}

    /** Kinds of which some may have the same needs, or need one slot. */
    public static UnitMix of(List<Kind> kinds) {
        return of(kinds, Amounts.NONE);
    }

    private static UnitMix of(List<Kind> kinds, Amounts ofRun) {
        Map<Amounts, Kind> merged = new LinkedHashMap<>();
        kinds.forEach(kind -> add(merged, kind));
        return new UnitMix(List.copyOf(merged.values()), ofRun);
    }

    private static void add(Map<Amounts, Kind> kinds, Kind kind) {
        if (kind.needs().isOneSlot() || kind.share() == 0) {
            return;
        }
        kinds.merge(kind.needs(), kind, (one, other) -> {
            double share = one.share + other.share;
            return new Kind(one.needs, share, (one.share * one.longer + other.share * other.longer) / share);
        });
    }

    public boolean isNone() {
        return kinds.isEmpty();
    }

    /** Share of the units that need one slot. */
    public double plainShare() {
        double share = 1 - kinds.stream().mapToDouble(Kind::share).sum();
        return share > 1e-9 ? share : 0;
    }

    /** Mean time of the units that need one slot, as a multiple of that of all units. */
    public double plainLonger() {
        double rest =
                1 - kinds.stream().mapToDouble(kind -> kind.share * kind.longer).sum();
        return plainShare() > 0 && rest > 0 ? rest / plainShare() : 1;
    }

    /**
     * The same, where units need no resource that nobody states, and nowhere more than there is.
     *
     * @param stated the largest amount of each resource on a host
     * @param shared resources of the run
     */
    public UnitMix limited(Amounts stated, Amounts shared) {
        Amounts known = stated.most(shared);
        return of(
                kinds.stream()
                        .map(kind -> new Kind(known.limited(kind.needs), kind.share, kind.longer))
                        .toList(),
                shared);
    }

    /** Tells whether an idle host could compute some unit. */
    public boolean hasWorkFor(Host host) {
        return plainShare() > 0 || kinds.stream().anyMatch(kind -> fits(kind, offered(host)));
    }

    /** Needs of units that none of these hosts could compute. */
    public Optional<Amounts> uncovered(List<Host> hosts) {
        List<Amounts> offers = kinds.isEmpty()
                ? List.of()
                : hosts.stream().map(UnitMix::offered).distinct().toList();
        return kinds.stream()
                .filter(kind -> offers.stream().noneMatch(offered -> fits(kind, offered)))
                .map(Kind::needs)
                .findFirst();
    }

    /** Returns the first of these hosts that has room for each kind, so that all kinds have room together. */
    Set<Integer> needed(List<Integer> order, List<Host> hosts) {
        Set<Integer> first = new LinkedHashSet<>();
        for (Kind kind : kinds) {
            if (first.stream().noneMatch(host -> fits(kind, offered(hosts.get(host))))) {
                order.stream()
                        .filter(host -> fits(kind, offered(hosts.get(host))))
                        .findFirst()
                        .ifPresent(first::add);
            }
        }
        return first;
    }

    /** The same order, but {@link #needed} hosts come before others. */
    public List<Integer> neededFirst(List<Integer> order, List<Host> hosts) {
        if (kinds.isEmpty()) {
            return order;
        }
        Set<Integer> first = needed(order, hosts);
        first.addAll(order);
        return List.copyOf(first);
    }

    /** Slots that a mean unit occupies on a host, or whose part of a scarcer resource it does; infinite for no unit. */
    double slotsOfUnit(Host host) {
        if (kinds.isEmpty()) {
            return 1;
        }
        Amounts offered = offered(host);
        double share = plainShare();
        TreeMap<String, Double> used = new TreeMap<>(Map.of(Amounts.PROCESSORS, share * plainLonger() / host.slots()));
        for (Kind kind : kinds) {
            if (fits(kind, offered)) {
                share += kind.share;
                kind.needs.without(ofRun).byName().forEach((name, amount) -> {
                    if (amount > 0) {
                        used.merge(name, kind.share * kind.longer * amount / offered.get(name), Double::sum);
                    }
                });
            }
        }
        return share == 0
                ? Double.POSITIVE_INFINITY
                : host.slots()
                        * used.values().stream().mapToDouble(each -> each).max().orElse(0)
                        / share;
    }

    /** The resource of the run that bounds the rate of units; empty if none does. */
    Optional<String> scarcest() {
        return ofRun.byName().keySet().stream()
                .filter(name -> occupied(name) > 0)
                .max(Comparator.comparingDouble(this::occupied));
    }

    /** The part of a resource of the run that a mean unit occupies while it computes. */
    double occupied(String name) {
        return kinds.stream()
                        .mapToDouble(kind -> kind.share * kind.longer * kind.needs.get(name))
                        .sum()
                / ofRun.get(name);
    }

    /** The use of a resource of the run of which no more is free. */
    ResourceUse full(String name) {
        long least = kinds.stream()
                .mapToLong(kind -> kind.needs.get(name))
                .filter(amount -> amount > 0)
                .min()
                .orElse(1);
        long total = ofRun.get(name);
        return new ResourceUse(name, true, total, total, 0, least);
    }

    private boolean fits(Kind kind, Amounts offered) {
        return offered.covers(kind.needs.without(ofRun));
    }

    /** The resources of a host, of which each slot is a processor. */
    public static Amounts offered(Host host) {
        return host.resources().with(Amounts.PROCESSORS, host.slots());
    }
}
