package dev.sluice.view;

import dev.sluice.text.Source;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** Checks that links lead to roots and hang together. */
final class LinkCheck {
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
