package dev.sluice.picture;

import java.util.List;

/**
 * Which way results flow to the master, how wide each link is and how much of it is used.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param links of the network view, in its order
 * @param hosts of the network view, in its order
 * @param master index of the master's host
 * @param rateUnitsPerSecond of all workers together
 */
public record FlowTree(
        String title, String summary, List<Link> links, List<Host> hosts, int master, double rateUnitsPerSecond) {
    /**
     * A link.
     *
     * @param parents indexes of the wider links that it hangs on; empty at the root
     * @param capacityUnitsPerSecond how many units could cross it; POSITIVE_INFINITY when it does not limit
     * @param usedUnitsPerSecond how many do
     * @param capacity as its owner would say it, "100 Mbit/s"; may be empty
     * @param latencyNanos one way [ns]; 0 is not shown
     * @param binding whether it keeps the rate from being higher
     */
    public record Link(
            String name,
            List<Integer> parents,
            double capacityUnitsPerSecond,
            double usedUnitsPerSecond,
            String capacity,
            long latencyNanos,
            boolean binding) {
        public Link {
            parents = List.copyOf(parents);
            DrawingChecks.amount("capacity of " + name, capacityUnitsPerSecond);
            DrawingChecks.amount("use of " + name, usedUnitsPerSecond);
        }
    }

    /**
     * A host.
     *
     * @param link index of the link that it hangs on
     * @param slots units at once
     * @param rateUnitsPerSecond what it is given
     * @param mostUnitsPerSecond what it could compute; for the master, what it could accept
     * @param portUnitsPerSecond what its own port lets through; POSITIVE_INFINITY when that does not limit
     * @param binding whether it keeps the rate from being higher
     */
    public record Host(
            String name,
            int link,
            int slots,
            double rateUnitsPerSecond,
            double mostUnitsPerSecond,
            double portUnitsPerSecond,
            boolean binding) {
        public Host {
            DrawingChecks.amount("rate of " + name, rateUnitsPerSecond);
            DrawingChecks.amount("most of " + name, mostUnitsPerSecond);
            DrawingChecks.amount("port of " + name, portUnitsPerSecond);
        }
    }

    public FlowTree {
        links = List.copyOf(links);
        hosts = List.copyOf(hosts);
        DrawingChecks.amount("rate", rateUnitsPerSecond);
        DrawingChecks.index("master", master, hosts.size());
        for (Host host : hosts) {
            DrawingChecks.index("link of " + host.name(), host.link(), links.size());
        }
        for (Link link : links) {
            for (int parent : link.parents()) {
                DrawingChecks.index("parent of " + link.name(), parent, links.size());
            }
        }
    }

    /** Draws it. */
    public Picture picture() {
        return FlowTreeDrawing.of(this);
    }
}
