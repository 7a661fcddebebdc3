package dev.sluice.model.flow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

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

    /** Validates a network view. */
    private static final class ViewRules {
        private ViewRules() {}

        static void check(List<Link> links, List<Host> hosts) {
            if (links.isEmpty()) {
                throw new IllegalArgumentException("a network view without links (expected: at least one)");
            }
            Set<String> names = new HashSet<>();
            for (Link link : links) {
                unique(names, link.name());
                for (int parent : link.parents()) {
                    inRange(link.name(), parent, links.size());
                }
            }
            for (Host host : hosts) {
                unique(names, host.name());
                inRange(host.name(), host.link(), links.size());
            }
            List<String> cycle = onCycles(links);
            if (!cycle.isEmpty()) {
                throw new IllegalArgumentException("links " + String.join(", ", cycle)
                        + " lead to each other in a circle (expected: each leads to a root)");
            }
        }

        private static void unique(Set<String> names, String name) {
            if (!names.add(name)) {
                throw new IllegalArgumentException("the name " + name + " twice (expected: names that differ)");
            }
        }

        private static void inRange(String name, int index, int count) {
            if (index < 0 || index >= count) {
                throw new IllegalArgumentException(
                        name + " hangs on link " + index + " (expected: an index of one of " + count + " links)");
            }
        }

        /** The links that lead to no root; empty for a valid view. Links are removed from the leaves upwards. */
        private static List<String> onCycles(List<Link> links) {
            int[] children = new int[links.size()];
            links.forEach(link -> link.parents().forEach(parent -> children[parent]++));
            ArrayDeque<Integer> leaves = new ArrayDeque<>();
            for (int i = 0; i < children.length; i++) {
                if (children[i] == 0) {
                    leaves.add(i);
                }
            }
            boolean[] taken = new boolean[children.length];
            for (Integer leaf = leaves.poll(); leaf != null; leaf = leaves.poll()) {
                taken[leaf] = true;
                for (int parent : links.get(leaf).parents()) {
                    if (--children[parent] == 0) {
                        leaves.add(parent);
                    }
                }
            }
            return IntStream.range(0, taken.length)
                    .filter(i -> !taken[i])
                    .limit(10)
                    .mapToObj(i -> links.get(i).name())
                    .toList();
        }

        static boolean tree(List<Link> links) {
            int roots = 0;
            for (Link link : links) {
                roots += link.parents().isEmpty() ? 1 : 0;
                if (link.parents().size() > 1) {
                    return false;
                }
            }
            return roots == 1;
        }
    }
}
