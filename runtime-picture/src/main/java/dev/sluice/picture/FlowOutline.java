package dev.sluice.picture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tree of links as the master sees it, cut to what can be read: hosts that are alike in one row, branches that are
 * alike in one, and of what is left the largest. Confined to one thread.
 */
final class FlowOutline {
    /** Rows that a picture shows at most. */
    private static final int MOST_ROWS = 160;

    private static final int MOST_ROWS_ONE_BY_ONE = 40;

    /** Limits in the order of trial, from generous to strict; the last always fits. */
    private static final List<Limits> LIMITS = List.of(
            new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, 12, false, MOST_ROWS_ONE_BY_ONE),
            new Limits(Integer.MAX_VALUE, Integer.MAX_VALUE, 12, true, MOST_ROWS),
            new Limits(16, 40, 12, true, MOST_ROWS),
            new Limits(8, 20, 12, true, MOST_ROWS),
            new Limits(4, 12, 12, true, MOST_ROWS),
            new Limits(2, 8, 10, true, MOST_ROWS),
            new Limits(2, 4, 8, true, MOST_ROWS),
            new Limits(1, 2, 5, true, Integer.MAX_VALUE));

    private record Limits(int hosts, int branches, int depth, boolean alike, int rows) {}

    /**
     * A row of hosts.
     *
     * @param count hosts in it
     * @param rate of one of them, or of all when they differ [units/s]
     * @param most likewise
     */
    record Row(String name, int count, FlowTree.Host host, double rate, double most, boolean differ) {
        boolean binding() {
            return host.binding() && !differ;
        }
    }

    /** A link, or links that are alike, with what lies behind it as seen from the master. */
    static final class Branch {
        final int link;
        final int count;
        final int depth;
        final String name;
        final List<Row> rows = new ArrayList<>();
        final List<Branch> branches = new ArrayList<>();

        private Branch(int link, int count, int depth, String name) {
            this.link = link;
            this.count = count;
            this.depth = depth;
            this.name = name;
        }

        /** Rows that it takes with all that lies behind it. */
        int size() {
            return Math.max(2, rows.size())
                    + branches.stream().mapToInt(Branch::size).sum();
        }

        /** How many links lie one behind the other, this one included. */
        int levels() {
            return 1 + branches.stream().mapToInt(Branch::levels).max().orElse(0);
        }
    }

    private final FlowTree tree;
    private final List<List<Integer>> neighbours = new ArrayList<>();
    private final List<List<Integer>> hostsOf = new ArrayList<>();
    private final int[] above;
    private final int[] order;
    private final int reached;
    private final long[] signatures;
    private final int[] hostsBehind;
    private final int[] linksBehind;
    private final double[] rateBehind;

    private FlowOutline(FlowTree tree) {
        this.tree = tree;
        int links = tree.links().size();
        above = new int[links];
        order = new int[links];
        signatures = new long[links];
        hostsBehind = new int[links];
        linksBehind = new int[links];
        rateBehind = new double[links];
        join();
        reached = spread(tree.hosts().get(tree.master()).link());
        sumUp();
    }

    /** The branch that the master hangs on. */
    static Branch of(FlowTree tree) {
        FlowOutline outline = new FlowOutline(tree);
        int root = tree.hosts().get(tree.master()).link();
        for (Limits limits : LIMITS) {
            Branch branch = outline.branch(List.of(root), 0, limits);
            if (branch.size() <= limits.rows) {
                return branch;
            }
        }
        throw new IllegalStateException("the last limits fit always");
    }

    private void join() {
        for (int i = 0; i < tree.links().size(); i++) {
            neighbours.add(new ArrayList<>());
            hostsOf.add(new ArrayList<>());
        }
        for (int i = 0; i < tree.links().size(); i++) {
            for (int parent : tree.links().get(i).parents()) {
                neighbours.get(i).add(parent);
                neighbours.get(parent).add(i);
            }
        }
        for (int i = 0; i < tree.hosts().size(); i++) {
            FlowTree.Host host = tree.hosts().get(i);
            if (i != tree.master() || host.rateUnitsPerSecond() > 0) {
                hostsOf.get(host.link()).add(i);
            }
        }
    }

    /** Breadth first from the master's link; returns how many links it reaches. */
    private int spread(int root) {
        Arrays.fill(above, -2);
        above[root] = -1;
        order[0] = root;
        int count = 1;
        for (int next = 0; next < count; next++) {
            for (int neighbour : neighbours.get(order[next])) {
                if (above[neighbour] == -2) {
                    above[neighbour] = order[next];
                    order[count++] = neighbour;
                }
            }
        }
        return count;
    }

    private void sumUp() {
        for (int i = reached - 1; i >= 0; i--) {
            int link = order[i];
            FlowTree.Link given = tree.links().get(link);
            long mine = hash(given.capacityUnitsPerSecond(), given.usedUnitsPerSecond(), given.latencyNanos())
                    + given.capacity().hashCode()
                    + (given.binding() ? 1 : 0);
            for (int host : hostsOf.get(link)) {
                signatures[link] += spread(key(tree.hosts().get(host)));
                rateBehind[link] += tree.hosts().get(host).rateUnitsPerSecond();
                hostsBehind[link]++;
            }
            signatures[link] = spread(signatures[link] * 31 + mine);
            linksBehind[link]++;
            if (above[link] >= 0) {
                signatures[above[link]] += signatures[link] * 7;
                rateBehind[above[link]] += rateBehind[link];
                hostsBehind[above[link]] += hostsBehind[link];
                linksBehind[above[link]] += linksBehind[link];
            }
        }
    }

    private static long key(FlowTree.Host host) {
        return hash(host.rateUnitsPerSecond(), host.mostUnitsPerSecond(), host.slots()) * 31
                + hash(host.portUnitsPerSecond(), host.binding() ? 1 : 0, 0);
    }

    private static long hash(double first, double second, long third) {
        return spread(spread(rounded(first)) * 31 + spread(rounded(second)) * 17 + third);
    }

    /** Three digits that count: what reads alike is alike. */
    private static long rounded(double value) {
        return Figures.number(value).hashCode();
    }

    private static long spread(long value) {
        long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
        return mixed ^ (mixed >>> 29);
    }

    private Branch branch(List<Integer> alike, int depth, Limits limits) {
        int link = alike.get(0);
        Branch branch = new Branch(link, alike.size(), depth, span(alike, true));
        addRows(branch, limits);
        List<List<Integer>> groups = behind(link, limits);
        boolean tooDeep = depth + 1 >= limits.depth;
        int shown = tooDeep ? 0 : groups.size() <= limits.branches ? groups.size() : limits.branches - 1;
        for (List<Integer> group : groups.subList(0, shown)) {
            branch.branches.add(branch(group, depth + 1, limits));
        }
        addRest(branch, groups.subList(shown, groups.size()));
        return branch;
    }

    /** The branches behind a link: alike ones together, the busiest first where not all can be shown. */
    private List<List<Integer>> behind(int link, Limits limits) {
        Map<Long, List<Integer>> groups = new LinkedHashMap<>();
        for (int neighbour : neighbours.get(link)) {
            if (above[neighbour] == link) {
                long key = limits.alike ? signatures[neighbour] : neighbour;
                groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(neighbour);
            }
        }
        List<List<Integer>> sorted = new ArrayList<>(groups.values());
        if (sorted.size() > limits.branches) {
            sorted.sort(Comparator.comparingDouble(group -> -rateBehind[group.get(0)] * group.size()));
        }
        return sorted;
    }

    private void addRows(Branch branch, Limits limits) {
        Map<Long, List<Integer>> groups = new LinkedHashMap<>();
        for (int host : hostsOf.get(branch.link)) {
            long key = limits.alike ? key(tree.hosts().get(host)) : host;
            groups.computeIfAbsent(key, unused -> new ArrayList<>()).add(host);
        }
        List<List<Integer>> sorted = new ArrayList<>(groups.values());
        int shown = sorted.size();
        if (shown > limits.hosts) {
            sorted.sort(Comparator.comparingDouble(
                    group -> -tree.hosts().get(group.get(0)).rateUnitsPerSecond() * group.size()));
            shown = limits.hosts - 1;
        }
        for (List<Integer> group : sorted.subList(0, shown)) {
            FlowTree.Host host = tree.hosts().get(group.get(0));
            branch.rows.add(new Row(
                    span(group, false),
                    group.size(),
                    host,
                    host.rateUnitsPerSecond(),
                    host.mostUnitsPerSecond(),
                    false));
        }
        List<Integer> rest = sorted.subList(shown, sorted.size()).stream()
                .flatMap(List::stream)
                .toList();
        if (!rest.isEmpty()) {
            double rate = 0;
            double most = 0;
            for (int host : rest) {
                rate += tree.hosts().get(host).rateUnitsPerSecond();
                most += tree.hosts().get(host).mostUnitsPerSecond();
            }
            String name = (shown == 0 ? "" : "others: ") + rest.size() + " hosts";
            branch.rows.add(new Row(name, rest.size(), tree.hosts().get(rest.get(0)), rate, most, true));
        }
    }

    private void addRest(Branch branch, List<List<Integer>> groups) {
        int links = 0;
        int hosts = 0;
        double rate = 0;
        int some = -1;
        for (int link : groups.stream().flatMap(List::stream).toList()) {
            links += linksBehind[link];
            hosts += hostsBehind[link];
            rate += rateBehind[link];
            some = link;
        }
        if (some >= 0) {
            String name = hosts + " hosts on " + links + " more links";
            FlowTree.Host any = tree.hosts().get(tree.master());
            branch.rows.add(new Row(name, hosts, any, rate, Double.POSITIVE_INFINITY, true));
        }
    }

    private String span(List<Integer> members, boolean links) {
        String first = name(members.get(0), links);
        return members.size() == 1 ? first : first + " … " + name(members.get(members.size() - 1), links);
    }

    private String name(int index, boolean links) {
        return links ? tree.links().get(index).name() : tree.hosts().get(index).name();
    }
}
