package dev.sluice.model.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Hosts, the links that they are attached to, and the parents of these links. The view is a tree of any depth if every
 * link but one has exactly one parent. Otherwise it is a graph without cycles among links. Immutable. Links and hosts
 * are named by their index in the lists.
 */
public record NetworkView(String name, List<Link> links, List<Host> hosts) {
    /** @throws IllegalArgumentException for an index out of range, a name used twice, a cycle among links, no link */
    public NetworkView {
        links = List.copyOf(links);
        hosts = List.copyOf(hosts);
        ViewRules.check(links, hosts);
    }

    /** True if exactly one path connects any two hosts: one root, and one parent for each other link. O(links). */
    public boolean tree() {
        return ViewRules.tree(links);
    }

    /** This link and those above it, up to the root; on a graph, over the first parent of each. */
    public List<Integer> upwards(int link) {
        List<Integer> way = new ArrayList<>(List.of(link));
        for (List<Integer> next = links.get(link).parents();
                !next.isEmpty();
                next = links.get(next.get(0)).parents()) {
            way.add(next.get(0));
        }
        return way;
    }

    /** Hosts around one switch without limits. */
    public static NetworkView star(String name, List<Host> hosts) {
        return new NetworkView(name, List.of(new Link("switch", Wire.UNLIMITED)), hosts);
    }

    /** Copies the view with these hosts. */
    public NetworkView withHosts(List<Host> others) {
        return new NetworkView(name, links, others);
    }

    /** The view with the hosts that are kept. */
    public NetworkView only(Predicate<Host> kept) {
        List<Host> left = hosts.stream().filter(kept).toList();
        return left.size() == hosts.size() ? this : withHosts(left);
    }

    /** Index of each host by its name, for who looks for many. O(hosts). */
    public Map<String, Integer> places() {
        Map<String, Integer> places = new HashMap<>();
        for (int i = 0; i < hosts.size(); i++) {
            places.put(hosts.get(i).name(), i);
        }
        return places;
    }

    /** Index of the host with this name, or -1. O(hosts). */
    public int host(String hostName) {
        for (int i = 0; i < hosts.size(); i++) {
            if (hosts.get(i).name().equals(hostName)) {
                return i;
            }
        }
        return -1;
    }
}
