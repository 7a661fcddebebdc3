package dev.sluice.hosts;

import dev.sluice.text.Nearest;
import dev.sluice.text.Source;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The groups of an inventory, what is in them, and what they say of their hosts. For one file. */
final class InventoryGroups {
    private static final String ALL = "all";

    private final Source source;
    private final Map<String, Map<String, InventoryVariable>> variables = new HashMap<>();
    private final Map<String, Set<String>> groupsOfHost = new HashMap<>();

    /** By group: those that it is a child of. */
    private final Map<String, Set<String>> parents = new HashMap<>();

    private final Set<String> defined = new HashSet<>(Set.of(ALL, "ungrouped"));

    /** Groups that have to be defined somewhere, and the first line that says so. */
    private final Map<String, Integer> mentioned = new LinkedHashMap<>();

    /** Groups by the length of the longest way to them from above, then by name: later ones have the last word. */
    private List<String> order = List.of();

    InventoryGroups(Source source) {
        this.source = source;
    }

    void define(String group) {
        defined.add(group);
    }

    void mention(String group, int line) {
        mentioned.putIfAbsent(group, line);
    }

    void set(String group, String key, InventoryVariable variable) {
        variables.computeIfAbsent(group, unknown -> new HashMap<>()).put(key, variable);
    }

    void child(String group, String child, int line) {
        mention(child, line);
        parents.computeIfAbsent(child, unknown -> new HashSet<>()).add(group);
    }

    void host(String group, String host) {
        groupsOfHost.computeIfAbsent(host, unknown -> new HashSet<>()).add(group);
    }

    /** To be called when everything has been read. */
    void check() {
        mentioned.forEach((group, line) -> {
            if (!defined.contains(group)) {
                throw source.wrong(
                        line,
                        "no group " + Source.quoted(group),
                        "a group that has a section [GROUP]" + Nearest.hint(group, defined));
            }
        });
        Map<String, Integer> depths = new HashMap<>();
        for (String group : defined) {
            depth(group, depths, new ArrayList<>());
        }
        order = defined.stream()
                .sorted(Comparator.<String>comparingInt(group -> group.equals(ALL) ? -1 : depths.getOrDefault(group, 0))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    private int depth(String group, Map<String, Integer> depths, List<String> path) {
        Integer known = depths.get(group);
        if (known != null) {
            return known;
        }
        if (path.contains(group)) {
            path.add(group);
            throw source.wrong(
                    mentioned.getOrDefault(group, 0),
                    "a circle of groups: " + String.join(" in ", path),
                    "groups that are not within themselves");
        }
        path.add(group);
        int depth = 0;
        for (String parent : parents.getOrDefault(group, Set.of())) {
            depth = Math.max(depth, 1 + depth(parent, depths, path));
        }
        path.remove(path.size() - 1);
        depths.put(group, depth);
        return depth;
    }

    /** What the groups of a host say, the nearest to it first; null when nothing. */
    @Nullable
    InventoryVariable variable(String host, String key) {
        if (variables.isEmpty()) {
            return null;
        }
        Set<String> groups = new HashSet<>(Set.of(ALL));
        groupsOfHost.getOrDefault(host, Set.of()).forEach(group -> gather(group, groups));
        for (int i = order.size() - 1; i >= 0; i--) {
            String group = order.get(i);
            InventoryVariable variable = groups.contains(group)
                    ? variables.getOrDefault(group, Map.of()).get(key)
                    : null;
            if (variable != null) {
                return variable;
            }
        }
        return null;
    }

    private void gather(String group, Set<String> groups) {
        if (groups.add(group)) {
            parents.getOrDefault(group, Set.of()).forEach(parent -> gather(parent, groups));
        }
    }
}
