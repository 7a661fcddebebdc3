package dev.sluice.model.flow;

import java.util.List;
import java.util.function.IntConsumer;

/**
 * The ways between one host, the centre, and all others. Places on a way are numbered: first the ports of hosts, then
 * the wires or shared media of links.
 */
final class Ways {
    /** A larger message is on all its wires at the same time [bytes]. */
    private static final double PACKET_BYTES = 16 << 10;

    private final NetworkView view;
    private final Routes routes;

    Ways(NetworkView view, int centre) {
        this.view = view;
        this.routes = Routes.to(view, centre);
    }

    /** Number of places. */
    int places() {
        return view.hosts().size() + view.links().size();
    }

    /** The place of the centre's own port. */
    int centre() {
        return routes.master();
    }

    boolean reaches(int host) {
        return routes.reaches(view.hosts().get(host).link());
    }

    /** One-way latency between the centre and this host [s]. */
    double latencySeconds(int host) {
        return 1e-9 * routes.latencyNanos(host);
    }

    /** Visits each place between the centre and another host. */
    void each(int host, IntConsumer visit) {
        int hosts = view.hosts().size();
        visit.accept(routes.master());
        visit.accept(host);
        for (int link = view.hosts().get(host).link(); link >= 0; link = routes.next(link)) {
            if (shared(link)) {
                visit.accept(hosts + link);
            }
            int wire = routes.wire(link);
            if (wire >= 0 && !shared(wire)) {
                visit.accept(hosts + wire);
            }
        }
    }

    private boolean shared(int link) {
        return view.links().get(link).wire().shared();
    }

    /** The bandwidth of a place away from the centre, or towards it [bytes/s]. */
    double rate(int place, boolean away) {
        List<Host> hosts = view.hosts();
        if (place < hosts.size()) {
            return rate(hosts.get(place).port(), (place != routes.master()) == away);
        }
        int link = place - hosts.size();
        return rate(view.links().get(link).wire(), routes.climbs(link) == away);
    }

    private static double rate(Wire wire, boolean down) {
        return down ? wire.downBytesPerSecond() : wire.upBytesPerSecond();
    }

    /**
     * Time of one message on the wires between the centre and a host, without latency. Each wire forwards it in packets
     * [s].
     */
    double seconds(int host, double bytes, boolean away) {
        if (bytes == 0) {
            return 0;
        }
        double packet = Math.min(bytes, PACKET_BYTES);
        double[] sumAndSlowest = {0, Double.POSITIVE_INFINITY};
        each(host, place -> {
            double rate = rate(place, away);
            sumAndSlowest[0] += packet / rate;
            sumAndSlowest[1] = Math.min(sumAndSlowest[1], rate);
        });
        return sumAndSlowest[0] + (bytes > packet ? (bytes - packet) / sumAndSlowest[1] : 0);
    }
}
