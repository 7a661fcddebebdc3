package dev.sluice.model.flow;

import java.util.List;

/** The neighbours of each link, parents and children, in one array: those of link l are at [from(l), to(l)). */
final class Neighbours {
    private final int[] start;
    private final int[] link;
    private final int[] wire;

    private Neighbours(int[] start, int[] link, int[] wire) {
        this.start = start;
        this.link = link;
        this.wire = wire;
    }

    static Neighbours of(List<Link> links) {
        int[] start = new int[links.size() + 1];
        for (int i = 0; i < links.size(); i++) {
            for (int parent : links.get(i).parents()) {
                start[i + 1]++;
                start[parent + 1]++;
            }
        }
        for (int i = 0; i < links.size(); i++) {
            start[i + 1] += start[i];
        }
        int[] end = start.clone();
        int[] link = new int[start[links.size()]];
        int[] wire = new int[link.length];
        for (int i = 0; i < links.size(); i++) {
            for (int parent : links.get(i).parents()) {
                link[end[i]] = parent;
                wire[end[i]++] = i;
                link[end[parent]] = i;
                wire[end[parent]++] = i;
            }
        }
        return new Neighbours(start, link, wire);
    }

    int from(int of) {
        return start[of];
    }

    int to(int of) {
        return start[of + 1];
    }

    int link(int at) {
        return link[at];
    }

    /** The link that owns the wire to this neighbour. */
    int wire(int at) {
        return wire[at];
    }
}
