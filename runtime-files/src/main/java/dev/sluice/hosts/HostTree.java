package dev.sluice.hosts;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who works for whom: sub-masters, and the hosts below each. Whoever is below none of them joins the master. Immutable.
 *
 * @param master the master's host; null where that is not told
 * @param workers hosts that join the master, as far as they are named
 * @param subMasters each after the one that it joins
 * @param foretold what a planner said of it; null where none did
 */
public record HostTree(
        @Nullable String master,
        List<String> workers,
        List<SubMaster> subMasters,
        @Nullable Foretold foretold) {
    /** All join the master. */
    public static final HostTree FLAT = new HostTree(null, List.of(), List.of(), null);

    /**
     * A host that stands between others and the master.
     *
     * @param slots that compute there as well; 0 for none
     * @param children hosts that join it: workers, and further sub-masters; at least one
     */
    public record SubMaster(String host, int slots, List<String> children) {
        public SubMaster {
            children = List.copyOf(children);
        }
    }

    /**
     * The results of a simulation.
     *
     * @param units of the cycle that was simulated
     * @param seconds in this shape
     * @param secondsWithout without sub-masters
     */
    public record Foretold(long units, double seconds, double secondsWithout) {}

    public HostTree {
        workers = List.copyOf(workers);
        subMasters = List.copyOf(subMasters);
    }

    /** Returns whether there is no sub-master. */
    public boolean isFlat() {
        return subMasters.isEmpty();
    }

    /** The sub-master on this host, or null. */
    public @Nullable SubMaster on(String host) {
        return subMasters.stream()
                .filter(each -> each.host().equals(host))
                .findFirst()
                .orElse(null);
    }

    /** The host that this one joins; null for the master's. */
    public @Nullable String above(String host) {
        return subMasters.stream()
                .filter(each -> each.children().contains(host))
                .map(SubMaster::host)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a host has a sub-master or is below one. */
    public boolean isInside(String host) {
        return on(host) != null || above(host) != null;
    }

    /** All hosts that are named, each once, but the master's: sub-masters first. */
    public Set<String> hosts() {
        Set<String> hosts = new LinkedHashSet<>();
        subMasters.forEach(each -> hosts.add(each.host()));
        Stream.concat(subMasters.stream().flatMap(each -> each.children().stream()), workers.stream())
                .forEach(hosts::add);
        return hosts;
    }
}
