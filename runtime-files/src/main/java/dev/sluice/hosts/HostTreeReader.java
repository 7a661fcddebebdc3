package dev.sluice.hosts;

import dev.sluice.model.Nearest;
import dev.sluice.text.Entry;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns what is written into a tree of hosts, or says what is wrong with it. For one file. */
final class HostTreeReader {
    private static final List<String> TREE = List.of("name", "master", "workers", "sub-masters");
    private static final List<String> SUB_MASTER = List.of("host", "slots", "children");

    private static final double MOST_SECONDS = 1e12;
    private static final double MOST_UNITS = 1e15;

    private final Source source;
    private final Set<String> known;

    /** Line of each host that is named as the child of a sub-master or as a worker of the master. */
    private final Map<String, Integer> placed = new LinkedHashMap<>();

    /** Line of each sub-master, by its name. */
    private final Map<String, Integer> lines = new LinkedHashMap<>();

    /** Sub-masters by name, as the file has them. */
    private final Map<String, HostTree.SubMaster> subMasters = new LinkedHashMap<>();

    private @Nullable String master;

    /** @param known hosts that may be named; empty: any */
    HostTreeReader(Source source, Set<String> known) {
        this.source = source;
        this.known = known;
    }

    HostTree read(Tree tree) {
        return Entry.of(source, tree, "the tree").has("schema") ? planned(tree) : written(tree);
    }

    /** Reads the form that people write. */
    private HostTree written(Tree tree) {
        Entry entry = Entry.of(source, tree, "the tree", TREE);
        Tree told = entry.value("master").orElse(null);
        master = told == null ? null : name(told, "master");
        List<String> workers = hosts(entry, "workers", "workers");
        int index = 0;
        for (Tree item : entry.items("sub-masters")) {
            Entry subMaster = Entry.of(source, item, "sub-masters[" + index++ + "]", SUB_MASTER);
            OptionalDouble slots = subMaster.number("slots", 0, HostSpec.MOST_SLOTS);
            if (slots.orElse(0) != Math.rint(slots.orElse(0))) {
                throw subMaster.wrong("slots", String.valueOf(slots.getAsDouble()), "a whole number");
            }
            add(subMaster, (int) slots.orElse(0));
        }
        return tree(workers, null);
    }

    /** Reads the output of {@code sluice plan --tree --json}, or the file of a planned run. */
    private HostTree planned(Tree tree) {
        Entry plan = Entry.of(source, tree, "the plan");
        if (!plan.name("schema").equals("sluice-plan-1")) {
            throw plan.wrong("schema", plan.name("schema"), "sluice-plan-1, as 'sluice plan --tree --json' prints it");
        }
        Tree told = plan.value("subMasters")
                .orElseThrow(() -> plan.wrong("subMasters", "missing", "a plan with sub-masters: --tree"));
        Entry flow = Entry.of(source, plan.value("flow").orElse(tree), "flow");
        master = name(flow.value("master").orElseThrow(() -> flow.wrong("master", "missing", "a host")), "master");
        Entry subs = Entry.of(source, told, "subMasters");
        int index = 0;
        if (subs.value("candidates").orElse(told) instanceof Tree.Items candidates) {
            for (Tree item : candidates.items()) {
                Entry candidate = Entry.of(source, item, "candidates[" + index++ + "]");
                if (candidate.text("chosen").orElse("").equals("true")) {
                    add(candidate, 0);
                }
            }
        }
        List<String> workers = new ArrayList<>();
        if (plan.value("workers").orElse(told) instanceof Tree.Items items) {
            for (Tree item : items.items()) {
                String worker = host(item, "workers");
                if (!placed.containsKey(worker) && !subMasters.containsKey(worker) && !worker.equals(master)) {
                    workers.add(worker);
                }
            }
        }
        OptionalDouble with = subs.number("seconds", 0, MOST_SECONDS);
        OptionalDouble without = subs.number("secondsWithout", 0, MOST_SECONDS);
        OptionalDouble units = subs.number("units", 1, MOST_UNITS);
        HostTree.Foretold foretold = with.isPresent() && without.isPresent() && units.isPresent()
                ? new HostTree.Foretold((long) units.getAsDouble(), with.getAsDouble(), without.getAsDouble())
                : null;
        return tree(workers, foretold);
    }

    private void add(Entry entry, int slots) {
        Tree told = entry.value("host").orElseThrow(() -> entry.wrong("host", "missing", "the sub-master's host"));
        String host = host(told, "host");
        Integer before = lines.put(host, told.line());
        if (before != null) {
            throw entry.wrong(
                    "host", Source.quoted(host) + ", which line " + before + " has too", "one sub-master on a host");
        }
        if (host.equals(master)) {
            throw entry.wrong("host", Source.quoted(host) + ", which is the master's", "another host");
        }
        List<String> children = hosts(entry, "children", "children of " + host);
        if (children.isEmpty()) {
            throw entry.wrong(
                    "children", entry.has("children") ? "none" : "missing", "at least one host that joins " + host);
        }
        subMasters.put(host, new HostTree.SubMaster(host, slots, children));
    }

    /** Hosts of a field that may be missing; none of them is named anywhere else. */
    private List<String> hosts(Entry entry, String key, String what) {
        List<String> hosts = new ArrayList<>();
        Tree value = entry.value(key).orElse(null);
        if (value == null) {
            return hosts;
        }
        if (!(value instanceof Tree.Items items)) {
            throw entry.wrong(key, value.kind(), "a list of hosts");
        }
        for (Tree item : items.items()) {
            String host = host(item, what);
            Integer before = placed.put(host, item.line());
            if (before != null) {
                throw source.wrong(
                        item.line(),
                        what + ": " + Source.quoted(host) + ", which line " + before + " has too",
                        "each host below one master");
            }
            if (host.equals(master)) {
                throw source.wrong(
                        item.line(), what + ": " + Source.quoted(host) + ", which is the master's", "another host");
            }
            hosts.add(host);
        }
        return hosts;
    }

    /** A host of the run. */
    private String host(Tree told, String what) {
        String name = name(told, what);
        if (!known.isEmpty() && !known.contains(name)) {
            throw source.wrong(
                    told.line(),
                    what + ": " + Source.quoted(name),
                    "one of the run's " + known.size() + " hosts" + Nearest.hint(name, known));
        }
        return name;
    }

    private String name(Tree told, String what) {
        String name = told instanceof Tree.Scalar scalar && scalar.text() != null ? scalar.text() : "";
        if (!HostName.isName(name)) {
            throw source.wrong(told.line(), what + ": " + told.kind(), "the name of a host, as ssh takes it");
        }
        return name;
    }

    /** Sorts sub-masters so that each comes after the one that it joins. */
    private HostTree tree(List<String> workers, HostTree.@Nullable Foretold foretold) {
        List<HostTree.SubMaster> order = new ArrayList<>();
        Set<String> reached = new HashSet<>();
        subMasters.values().forEach(each -> {
            if (!isChild(each.host())) {
                descend(each, order, reached);
            }
        });
        for (String host : subMasters.keySet()) {
            if (!reached.contains(host)) {
                throw source.wrong(
                        lines.getOrDefault(host, 0),
                        "sub-masters: " + Source.quoted(host) + " is below itself",
                        "sub-masters that end at the master");
            }
        }
        return new HostTree(master, workers, order, foretold);
    }

    private boolean isChild(String host) {
        return subMasters.values().stream().anyMatch(each -> each.children().contains(host));
    }

    /** No host is below two, so that this ends. */
    private void descend(HostTree.SubMaster from, List<HostTree.SubMaster> order, Set<String> reached) {
        order.add(from);
        reached.add(from.host());
        for (String child : from.children()) {
            HostTree.SubMaster below = subMasters.get(child);
            if (below != null) {
                descend(below, order, reached);
            }
        }
    }
}
