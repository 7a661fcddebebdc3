package dev.sluice.model.flow;

import java.util.Arrays;
import java.util.List;

/**
 * The capacities of the flow model for every host and link of a view, in plain arrays [units/s]. Hosts are sorted by
 * link: those on link l are {@code byLink[linkStart[l]]} up to but excluding {@code byLink[linkStart[l + 1]]}. Not
 * modified after construction.
 */
final class UnitCapacities {
    /** Per host: the capacity of all slots together. Always finite. */
    final double[] processor;

    /** Per host: the capacity of its port as a worker. */
    final double[] port;

    /** Per host: the capacity of its round trips to one master, and with half the latency; infinite if not asked. */
    final double[] trips;

    final double[] nearerTrips;

    /** Per host: the capacity of the processor that accepts results. */
    final double[] master;

    /** Per host: the capacity of its port as the master. */
    final double[] masterPort;

    /** Per link: the capacity of its medium for all traffic that visits it; infinite unless it is shared. */
    final double[] medium;

    /** Per link: the capacity of its wire to a parent for a master above; infinite if it is shared. */
    final double[] below;

    /** Per link: the capacity of its wire to a parent for a master below; infinite if it is shared. */
    final double[] above;

    /** Per host: its link. */
    final int[] linkOf;

    /** The capacity of the resources of the run, on its fastest host. */
    final double run;

    final int[] linkStart;
    final int[] byLink;

    UnitCapacities(NetworkView view, UnitCosts costs) {
        List<Host> hosts = view.hosts();
        List<Link> links = view.links();
        processor = new double[hosts.size()];
        port = new double[hosts.size()];
        trips = unlimited(hosts.size());
        nearerTrips = trips;
        master = new double[hosts.size()];
        masterPort = new double[hosts.size()];
        linkOf = new int[hosts.size()];
        medium = new double[links.size()];
        below = new double[links.size()];
        above = new double[links.size()];
        for (int h = 0; h < hosts.size(); h++) {
            host(h, hosts.get(h), costs);
        }
        run = run(hosts, costs);
        for (int l = 0; l < links.size(); l++) {
            Wire wire = links.get(l).wire();
            medium[l] = wire.shared() ? wire.unitsDown(costs) : Double.POSITIVE_INFINITY;
            below[l] = wire.shared() ? Double.POSITIVE_INFINITY : wire.unitsDown(costs);
            above[l] = wire.shared() ? Double.POSITIVE_INFINITY : wire.unitsUp(costs);
        }
        linkStart = new int[links.size() + 1];
        byLink = sortByLink(linkOf, linkStart);
    }

    /** The same capacities for one master, with the round trips to it. */
    private UnitCapacities(UnitCapacities like, RoundTrips roundTrips) {
        processor = like.processor;
        port = like.port;
        master = like.master;
        masterPort = like.masterPort;
        medium = like.medium;
        below = like.below;
        above = like.above;
        linkOf = like.linkOf;
        run = like.run;
        linkStart = like.linkStart;
        byLink = like.byLink;
        trips = roundTrips.capacities(1);
        nearerTrips = roundTrips.capacities(0.5);
    }

    UnitCapacities with(RoundTrips roundTrips) {
        return new UnitCapacities(this, roundTrips);
    }

    private static double run(List<Host> hosts, UnitCosts costs) {
        double occupied = costs.mix().scarcest().map(costs.mix()::occupied).orElse(0.0);
        double fastest = hosts.stream()
                .mapToDouble(host -> host.unitSeconds(costs.unitSeconds(), costs.cpuShare()))
                .min()
                .orElse(0);
        return occupied > 0 ? 1 / (occupied * fastest) : Double.POSITIVE_INFINITY;
    }

    private static double[] unlimited(int count) {
        double[] unlimited = new double[count];
        Arrays.fill(unlimited, Double.POSITIVE_INFINITY);
        return unlimited;
    }

    private void host(int h, Host host, UnitCosts costs) {
        linkOf[h] = host.link();
        port[h] = host.port().unitsDown(costs);
        masterPort[h] = host.port().unitsUp(costs);
        processor[h] = host.slots()
                / host.unitSeconds(costs.unitSeconds(), costs.cpuShare())
                / costs.mix().slotsOfUnit(host);
        master[h] = host.availability() == 0 ? 0 : 1 / host.resultSeconds(costs.flowResultSeconds());
    }

    private static int[] sortByLink(int[] linkOf, int[] start) {
        for (int link : linkOf) {
            start[link + 1]++;
        }
        for (int l = 1; l < start.length; l++) {
            start[l] += start[l - 1];
        }
        int[] next = start.clone();
        int[] sorted = new int[linkOf.length];
        for (int h = 0; h < linkOf.length; h++) {
            sorted[next[linkOf[h]]++] = h;
        }
        return sorted;
    }

    int hosts() {
        return processor.length;
    }

    int links() {
        return medium.length;
    }

    /** The rate that a host can contribute to a master elsewhere. */
    double worker(int host) {
        return Math.min(Math.min(processor[host], port[host]), trips[host]);
    }

    /** The rate that all hosts on a link can contribute. */
    double workers(int link) {
        double sum = 0;
        for (int i = linkStart[link]; i < linkStart[link + 1]; i++) {
            sum += worker(byLink[i]);
        }
        return sum;
    }

    /**
     * Per host: the rate that can arrive from all other hosts behind its port, before the master's processing.
     *
     * @param reaching per link: the maximum rate into it from hosts on other links
     */
    double[] arriving(double[] reaching) {
        double[] arriving = new double[hosts()];
        for (int link = 0; link < reaching.length; link++) {
            double behind = 0;
            for (int i = linkStart[link + 1] - 1; i >= linkStart[link]; i--) {
                arriving[byLink[i]] = behind;
                behind += worker(byLink[i]);
            }
            double before = reaching[link];
            for (int i = linkStart[link]; i < linkStart[link + 1]; i++) {
                int host = byLink[i];
                double others = before + arriving[host];
                before += worker(host);
                arriving[host] = Math.min(Math.min(others, medium[link]), masterPort[host]);
            }
        }
        return arriving;
    }

    /** The capacity of the wire of a step towards the master. */
    double step(Routes routes, int link) {
        return routes.climbs(link) ? below[link] : above[routes.wire(link)];
    }
}
