package dev.sluice.model.flow;

import java.util.List;

/**
 * Models links as nodes of a maximum flow in the direction of the results. Each link is two nodes with its medium
 * between them. Units take the same path as their results, so that a wire carries units of one direction only: flows in
 * opposite directions cancel out.
 */
final class GraphNetwork {
    /** Stands for no doubled link. */
    static final int NONE = -1;

    private final MaximumFlow flow;
    private final int links;

    /** Per link: the arc of its medium. */
    private final int[] media;

    /** Per wire: the link it belongs to, and its arcs up and down. */
    private final int[] wireOf;

    private final int[] up;
    private final int[] down;

    /** @param doubled a link that has twice its capacity, or {@link #NONE} */
    GraphNetwork(NetworkView view, UnitCapacities capacities, int doubled) {
        List<Link> all = view.links();
        links = all.size();
        flow = new MaximumFlow(2 * links + 2);
        media = new int[links];
        int wires = all.stream().mapToInt(link -> link.parents().size()).sum();
        wireOf = new int[wires];
        up = new int[wires];
        down = new int[wires];
        int wire = 0;
        for (int l = 0; l < links; l++) {
            double times = l == doubled ? 2 : 1;
            media[l] = flow.arc(in(l), out(l), times * capacities.medium[l]);
            for (int parent : all.get(l).parents()) {
                wireOf[wire] = l;
                up[wire] = flow.arc(out(l), in(parent), times * capacities.below[l]);
                down[wire++] = flow.arc(out(parent), in(l), times * capacities.above[l]);
            }
        }
    }

    MaximumFlow flow() {
        return flow;
    }

    static int in(int link) {
        return 2 * link;
    }

    static int out(int link) {
        return 2 * link + 1;
    }

    int source() {
        return 2 * links;
    }

    int sink() {
        return 2 * links + 1;
    }

    /** The rate over each link, and its capacity. */
    LinkUse use(NetworkView view, UnitCapacities capacities) {
        double[] used = new double[links];
        double[] most = new double[links];
        for (int wire = 0; wire < wireOf.length; wire++) {
            int link = wireOf[wire];
            double climbs = flow.flow(up[wire]) - flow.flow(down[wire]);
            used[link] += Math.abs(climbs);
            most[link] += climbs >= 0 ? capacities.below[link] : capacities.above[link];
        }
        for (int link = 0; link < links; link++) {
            if (view.links().get(link).wire().shared()) {
                used[link] = flow.flow(media[link]);
                most[link] = capacities.medium[link];
            } else if (view.links().get(link).parents().isEmpty()) {
                most[link] = Double.POSITIVE_INFINITY;
            }
        }
        return new LinkUse(used, most);
    }

    /** Per link: true if it is fully used and no resource nearer to the sink limits its flow. */
    boolean[] binding() {
        boolean[] reaches = flow.reaching(sink());
        boolean[] binding = new boolean[links];
        for (int l = 0; l < links; l++) {
            binding[l] = full(media[l], 0) && reaches[out(l)];
        }
        for (int wire = 0; wire < wireOf.length; wire++) {
            int link = wireOf[wire];
            boolean climbs = full(up[wire], flow.flow(down[wire])) && reaches[flow.end(up[wire])];
            boolean falls = full(down[wire], flow.flow(up[wire])) && reaches[in(link)];
            binding[link] |= climbs || falls;
        }
        return binding;
    }

    /** True if an arc has no free capacity, not even by cancelling the opposite flow. */
    private boolean full(int arc, double against) {
        return flow.free(arc) + against <= FlowLimits.ROUNDING * flow.flow(arc);
    }
}
