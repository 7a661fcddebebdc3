package dev.sluice.view;

import dev.sluice.model.Amounts;
import dev.sluice.model.Nearest;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.Wire;
import dev.sluice.text.Entry;
import dev.sluice.text.Source;
import dev.sluice.text.Tree;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns what is written into links and hosts, or says what is wrong with it. For one file. */
final class ViewReader {
    private static final List<String> VIEW = List.of("name", "measured", "undecided", "links", "hosts");
    private static final List<String> LINK =
            List.of("name", "parent", "rate", "rate-up", "rate-down", "duplex", "latency", "buffer");
    private static final List<String> HOST = List.of(
            "name",
            "link",
            "address",
            "slots",
            "cpu",
            "speed",
            "result-speed",
            "unit-time",
            "result-time",
            "resources",
            "rate",
            "rate-up",
            "rate-down",
            "duplex",
            "latency",
            "buffer",
            "tcp");
    private static final double MOST_SLOTS = 65_536;

    /** Speeds further apart are slips of the pen. */
    private static final double MOST_SPEED = 1e6;

    private final Source source;

    /** Index of each link, by its name. */
    private final Map<String, Integer> linkIndex = new HashMap<>();

    /** Line of each link and host, by its name. */
    private final Map<String, Integer> lines = new HashMap<>();

    ViewReader(Source source) {
        this.source = source;
    }

    ViewFile read(Tree tree) {
        Entry view = Entry.of(source, tree, "the view", VIEW);
        String name = view.name("name");
        List<Entry> links = entries(view, "links", LINK);
        for (int i = 0; i < links.size(); i++) {
            linkIndex.put(take(links.get(i)), i);
        }
        List<LinkEntry> read = new ArrayList<>(links.size());
        for (Entry link : links) {
            read.add(new LinkEntry(link.line(), link(link)));
        }
        new LinkCheck(source, read).check();
        List<HostEntry> hosts = new ArrayList<>();
        for (Entry host : entries(view, "hosts", HOST)) {
            take(host);
            hosts.add(host(host));
        }
        return new ViewFile(name, read, hosts, measured(view), view.names("undecided"));
    }

    private static Optional<Instant> measured(Entry view) {
        return view.text("measured").map(text -> {
            try {
                return Instant.parse(text);
            } catch (DateTimeParseException wrong) {
                throw view.wrong("measured", Source.quoted(text), "a time such as 2026-11-22T08:30:00Z");
            }
        });
    }

    private List<Entry> entries(Entry view, String key, List<String> known) {
        List<Entry> entries = new ArrayList<>();
        for (Tree item : view.items(key)) {
            entries.add(Entry.of(source, item, key + "[" + entries.size() + "]", known));
        }
        return entries;
    }

    private String take(Entry entry) {
        String name = entry.name("name");
        Integer before = lines.putIfAbsent(name, entry.line());
        if (before != null) {
            throw entry.wrong("name", Source.quoted(name) + ", which line " + before + " has too", "names that differ");
        }
        return name;
    }

    private Link link(Entry entry) {
        String name = entry.name("name");
        List<Integer> parents = new ArrayList<>();
        for (String parent : entry.names("parent")) {
            int index = linkNamed(entry, "parent", parent);
            if (parents.contains(index)) {
                throw entry.wrong("parent", Source.quoted(parent) + " twice", "each parent once");
            }
            parents.add(index);
        }
        Wire wire = wire(entry);
        if (parents.isEmpty() && !wire.shared() && !wire.equals(Wire.UNLIMITED)) {
            String key = LINK.stream()
                    .filter(field -> !field.equals("name") && !field.equals("duplex") && entry.has(field))
                    .findFirst()
                    .orElse("rate");
            throw entry.wrong(key, "where no link leads up", "'parent:', 'duplex: half', or limits at the hosts");
        }
        return new Link(name, parents, wire);
    }

    private int linkNamed(Entry entry, String key, String name) {
        Integer index = linkIndex.get(name);
        if (index != null) {
            return index;
        }
        String what = lines.containsKey(name) ? ", which is a host" : "";
        throw entry.wrong(
                key,
                Source.quoted(name) + what,
                "the name of one of " + linkIndex.size() + " links" + Nearest.hint(name, linkIndex.keySet()));
    }

    private static Wire wire(Entry entry) {
        for (String direction : List.of("rate-up", "rate-down")) {
            if (entry.has("rate") && entry.has(direction)) {
                throw entry.wrong(direction, "beside 'rate'", "'rate', or 'rate-up' and 'rate-down'");
            }
        }
        double both = entry.quantity("rate", Quantity.RATE::parse).orElse(Double.POSITIVE_INFINITY);
        double up = entry.quantity("rate-up", Quantity.RATE::parse).orElse(both);
        double down = entry.quantity("rate-down", Quantity.RATE::parse).orElse(both);
        boolean half =
                entry.word("duplex", List.of("full", "half")).orElse("full").equals("half");
        if (half && !entry.has("rate")) {
            throw entry.wrong("duplex", "half, without 'rate:'", "one rate for both directions together");
        }
        double latency = entry.quantity("latency", Quantity.TIME::parse).orElse(0);
        if (latency > 3600) {
            throw entry.wrong("latency", Quantity.TIME.rounded(latency), "at most an hour");
        }
        double buffer = entry.quantity("buffer", Quantity.SIZE::parse).orElse(0);
        return new Wire(down, up, half, Math.round(latency * 1e9), (long) Math.min(buffer, 1e18));
    }

    private HostEntry host(Entry entry) {
        String name = entry.name("name");
        int link = linkNamed(
                entry,
                "link",
                entry.text("link").orElseThrow(() -> entry.wrong("link", "missing", "the link it hangs on")));
        double cpu = entry.number("cpu", 1e-6, MOST_SLOTS).orElse(0);
        int slots = slots(entry, cpu);
        double availability = cpu == 0 ? 1 : Math.min(1, cpu / slots);
        double speed = entry.number("speed", 1 / MOST_SPEED, MOST_SPEED).orElse(1);
        double masterSpeed =
                entry.number("result-speed", 1 / MOST_SPEED, MOST_SPEED).orElse(speed);
        double unitSeconds = own(entry, "unit-time", "speed");
        double resultSeconds = own(entry, "result-time", "result-speed");
        String address = entry.text("address").orElse("");
        Host host =
                new Host(name, link, wire(entry), slots, speed, masterSpeed, availability, address, resources(entry));
        return new HostEntry(host, unitSeconds, resultSeconds);
    }

    private static Amounts resources(Entry entry) {
        String text = entry.text("resources").orElse("");
        try {
            return Amounts.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw entry.wrong("resources", "'" + text + "'", "names and whole numbers, such as memory=32G licence=4");
        }
    }

    private static int slots(Entry entry, double cpu) {
        double slots = entry.number("slots", 1, MOST_SLOTS).orElse(Math.max(1, Math.ceil(cpu)));
        if (slots != Math.rint(slots)) {
            throw entry.wrong("slots", String.valueOf(slots), "a whole number");
        }
        return (int) slots;
    }

    private static double own(Entry entry, String key, String instead) {
        if (entry.has(key) && entry.has(instead)) {
            throw entry.wrong(key, "beside '" + instead + "'", "one of the two");
        }
        return entry.quantity(key, Quantity.TIME::parse).orElse(0);
    }

    /** Checks that links lead to roots and hang together. */
    private static final class LinkCheck {
        private static final int MOST_SHOWN = 8;

        private final Source source;
        private final List<LinkEntry> links;

        LinkCheck(Source source, List<LinkEntry> links) {
            this.source = source;
            this.links = links;
        }

        void check() {
            boolean[] leads = leadToRoots();
            for (int i = 0; i < leads.length; i++) {
                if (!leads[i]) {
                    throw cycle(i, leads);
                }
            }
            boolean[] joined = joined();
            for (int i = 0; i < joined.length; i++) {
                if (!joined[i]) {
                    throw source.wrong(
                            links.get(i).line(),
                            "links[" + i + "]: " + Source.quoted(name(i)) + " has no path to " + Source.quoted(name(0)),
                            "'parent:' at all links but the root");
                }
            }
        }

        private String name(int link) {
            return links.get(link).link().name();
        }

        /** Says for each link whether all ways up from it end at a root. */
        private boolean[] leadToRoots() {
            List<List<Integer>> children = children();
            int[] open = new int[links.size()];
            ArrayDeque<Integer> free = new ArrayDeque<>();
            for (int i = 0; i < open.length; i++) {
                open[i] = links.get(i).link().parents().size();
                if (open[i] == 0) {
                    free.add(i);
                }
            }
            boolean[] leads = new boolean[open.length];
            for (Integer link = free.poll(); link != null; link = free.poll()) {
                leads[link] = true;
                for (int child : children.get(link)) {
                    if (--open[child] == 0) {
                        free.add(child);
                    }
                }
            }
            return leads;
        }

        private List<List<Integer>> children() {
            List<List<Integer>> children = new ArrayList<>();
            for (int i = 0; i < links.size(); i++) {
                children.add(new ArrayList<>(2));
            }
            for (int i = 0; i < links.size(); i++) {
                for (int parent : links.get(i).link().parents()) {
                    children.get(parent).add(i);
                }
            }
            return children;
        }

        /** Up from a link that leads to no root there always is another such one, so that some link comes twice. */
        private RuntimeException cycle(int from, boolean[] leads) {
            boolean[] seen = new boolean[leads.length];
            int link = from;
            while (!seen[link]) {
                seen[link] = true;
                link = up(link, leads);
            }
            List<String> names = new ArrayList<>(List.of(name(link)));
            for (int next = up(link, leads); next != link; next = up(next, leads)) {
                if (names.size() < MOST_SHOWN) {
                    names.add(name(next));
                } else if (names.size() == MOST_SHOWN) {
                    names.add("…");
                }
            }
            names.add(name(link));
            return source.wrong(
                    links.get(link).line(),
                    "links[" + link + "]: parent: a circle: " + String.join(" → ", names),
                    "parents that lead to a root");
        }

        private int up(int link, boolean[] leads) {
            for (int parent : links.get(link).link().parents()) {
                if (!leads[parent]) {
                    return parent;
                }
            }
            throw new IllegalStateException(name(link) + " leads to a root");
        }

        private boolean[] joined() {
            List<List<Integer>> children = children();
            boolean[] joined = new boolean[links.size()];
            ArrayDeque<Integer> next = new ArrayDeque<>(List.of(0));
            joined[0] = true;
            for (Integer link = next.poll(); link != null; link = next.poll()) {
                for (List<Integer> beside :
                        List.of(children.get(link), links.get(link).link().parents())) {
                    for (int other : beside) {
                        if (!joined[other]) {
                            joined[other] = true;
                            next.add(other);
                        }
                    }
                }
            }
            return joined;
        }
    }
}
