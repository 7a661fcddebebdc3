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
}
