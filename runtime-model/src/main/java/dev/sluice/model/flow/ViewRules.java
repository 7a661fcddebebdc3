package dev.sluice.model.flow;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Validates a network view. */
final class ViewRules {
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
