package dev.sluice.model.flow;

import java.util.List;

/**
 * The flow to one master in a view with several paths, by maximum flow. Workers are added one by one in order of
 * preference. Once a link could not send all that was asked of it, it never can again, so that its remaining workers
 * are skipped.
 */
final class GraphFlow {
    private final FlowSolution.Place place;
    private final NetworkView view;
    private final UnitCapacities capacities;
    private final int master;
    private final MasterShare share;
    private final double[] rates;

    GraphFlow(FlowSolution.Place place, UnitCapacities capacities, MasterShare share) {
        this.place = place;
        this.view = place.view();
        this.capacities = capacities;
        this.master = place.master();
        this.share = share;
        rates = new double[capacities.hosts()];
    }

    /**
     * Per link: the maximum rate into it from hosts on other links [units/s]. Solves one maximum flow per link with
     * hosts.
     */
    static double[] reaching(NetworkView view, UnitCapacities capacities) {
        GraphNetwork network = new GraphNetwork(view, capacities, GraphNetwork.NONE);
        MaximumFlow flow = network.flow();
        int[] sources = new int[capacities.links()];
        double all = 0;
        for (int l = 0; l < sources.length; l++) {
            double workers = capacities.workers(l);
            sources[l] = flow.arc(network.source(), GraphNetwork.in(l), workers);
            all += workers;
        }
        double[] unused = flow.state();
        double[] reaching = new double[sources.length];
        for (int l = 0; l < sources.length; l++) {
            if (capacities.linkStart[l] < capacities.linkStart[l + 1]) {
                flow.restore(unused);
                flow.close(sources[l]);
                reaching[l] = flow.send(network.source(), GraphNetwork.in(l), all);
            }
        }
        return reaching;
    }

    FlowSolution solve(int[] preferred) {
        GraphNetwork network = toMaster(GraphNetwork.NONE);
        double visiting = sendAll(network, preferred, Double.POSITIVE_INFINITY);
        List<Limit> limits = limits(network, preferred, visiting);
        double remote = share.remote(visiting);
        if (remote < visiting) {
            network = toMaster(GraphNetwork.NONE);
            sendAll(network, preferred, remote);
        }
        rates[master] = share.own(visiting);
        return new FlowSolution(place, rates, network.use(view, capacities), limits);
    }

    private GraphNetwork toMaster(int doubled) {
        GraphNetwork network = new GraphNetwork(view, capacities, doubled);
        int out = GraphNetwork.out(capacities.linkOf[master]);
        network.flow().arc(out, network.sink(), capacities.masterPort[master]);
        return network;
    }

    private double sendAll(GraphNetwork network, int[] preferred, double most) {
        boolean[] exhausted = new boolean[capacities.links()];
        double sent = 0;
        for (int host : preferred) {
            int link = capacities.linkOf[host];
            rates[host] = 0;
            if (!exhausted[link] && sent < most) {
                double asked = Math.min(capacities.worker(host), most - sent);
                rates[host] = network.flow().send(GraphNetwork.in(link), network.sink(), asked);
                exhausted[link] = rates[host] < asked;
                sent += rates[host];
            }
        }
        return sent;
    }

    private List<Limit> limits(GraphNetwork network, int[] preferred, double arriving) {
        FlowLimits limits = new FlowLimits(capacities, share, master, arriving);
        double all = 0;
        for (int host : preferred) {
            all += capacities.worker(host);
        }
        if (limits.master(throughAnyPort(preferred, all)) == 0) {
            return limits.sorted();
        }
        boolean[] binding = network.binding();
        LinkUse use = network.use(view, capacities);
        double[] full = network.flow().state();
        for (int l = 0; l < binding.length; l++) {
            if (binding[l]) {
                limits.link(l, use.capacity(l), arriving(preferred, l, all));
            }
            if (capacities.linkStart[l] < capacities.linkStart[l + 1]) {
                double through = network.flow().send(GraphNetwork.in(l), network.sink(), all);
                network.flow().restore(full);
                limits.workers(l, through > FlowLimits.ROUNDING * arriving ? through : 0, rates);
            }
        }
        return limits.sorted();
    }

    /** The rate that would reach the master's port if the port were unlimited. */
    private double throughAnyPort(int[] preferred, double all) {
        GraphNetwork network = new GraphNetwork(view, capacities, GraphNetwork.NONE);
        int out = GraphNetwork.out(capacities.linkOf[master]);
        network.flow().arc(out, network.sink(), all);
        return total(network, preferred, all);
    }

    private double arriving(int[] preferred, int doubled, double all) {
        return total(toMaster(doubled), preferred, all);
    }

    private double total(GraphNetwork network, int[] preferred, double all) {
        double[] workers = new double[capacities.links()];
        for (int host : preferred) {
            workers[capacities.linkOf[host]] += capacities.worker(host);
        }
        for (int l = 0; l < workers.length; l++) {
            network.flow().arc(network.source(), GraphNetwork.in(l), workers[l]);
        }
        return network.flow().send(network.source(), network.sink(), all);
    }

    /**
     * Models links as nodes of a maximum flow in the direction of the results. Each link is two nodes with its medium
     * between them. Units take the same path as their results, so that a wire carries units of one direction only:
     * flows in opposite directions cancel out.
     */
    private static final class GraphNetwork {
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
}
