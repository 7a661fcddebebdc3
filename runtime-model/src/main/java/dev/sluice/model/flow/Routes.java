package dev.sluice.model.flow;

import java.util.Arrays;
import java.util.List;

/**
 * The route from every link to one host, the master, over the fewest links. On a tree this is the only route. A
 * transfer between the master and a worker uses both ports, the medium of each visited link whose wire is shared, and
 * each step's wire that is not shared. O(links) to build.
 */
public final class Routes {
    private final NetworkView view;
    private final int master;
    private final int[] order;
    private final int reached;
    private final int[] next;
    private final int[] wire;
    private final long[] latencyNanos;

    private Routes(NetworkView view, int master) {
        this.view = view;
        this.master = master;
        int links = view.links().size();
        order = new int[links];
        next = new int[links];
        wire = new int[links];
        latencyNanos = new long[links];
        Arrays.fill(next, -1);
        Arrays.fill(wire, -1);
        reached = walk(Neighbours.of(view.links()));
    }

    /** Computes the routes to this host. */
    public static Routes to(NetworkView view, int master) {
        return new Routes(view, master);
    }

    private int walk(Neighbours neighbours) {
        boolean[] seen = new boolean[order.length];
        List<Link> links = view.links();
        int from = view.hosts().get(master).link();
        order[0] = from;
        seen[from] = true;
        int last = 1;
        for (int first = 0; first < last; first++) {
            int link = order[first];
            for (int i = neighbours.from(link); i < neighbours.to(link); i++) {
                int other = neighbours.link(i);
                if (!seen[other]) {
                    seen[other] = true;
                    next[other] = link;
                    wire[other] = neighbours.wire(i);
                    latencyNanos[other] =
                            latencyNanos[link] + links.get(wire[other]).wire().latencyNanos();
                    order[last++] = other;
                }
            }
        }
        return last;
    }

    /** The destination host. */
    public int master() {
        return master;
    }

    /** Number of links that reach the master, its own included. */
    public int reached() {
        return reached;
    }

    /** The i-th link that reaches the master, nearest first; the master's own link is at 0. */
    public int link(int i) {
        return order[i];
    }

    /** True if hosts on this link can reach the master. */
    public boolean reaches(int link) {
        return next[link] >= 0 || link == order[0];
    }

    /** The next link towards the master; -1 for the master's own and for links that do not reach it. */
    public int next(int link) {
        return next[link];
    }

    /**
     * The link that owns the wire between this link and the next: this link if the route climbs; -1 if there is no next
     * link.
     */
    public int wire(int link) {
        return wire[link];
    }

    /** True if results climb from this link to its parent; otherwise they descend. */
    public boolean climbs(int link) {
        return wire[link] == link;
    }

    /** One-way latency between a host and the master, both ports included; 0 for the master itself [ns]. */
    public long latencyNanos(int host) {
        if (host == master) {
            return 0;
        }
        Host there = view.hosts().get(host);
        return view.hosts().get(master).port().latencyNanos()
                + latencyNanos[there.link()]
                + there.port().latencyNanos();
    }
}
