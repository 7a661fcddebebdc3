package dev.sluice.model.regime;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.LatencyTerms;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.RoundTrips;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A view in which identical hosts on one link are merged into one host with all their slots and ports. The flow model
 * gives the same rates for it, and a grid of thousands of solutions is fast even for 10⁵ hosts. The master is not
 * merged.
 *
 * @param single the same view with one host of each kind
 * @param counts of the hosts that each of them stands for
 */
record LikeHosts(NetworkView view, int master, NetworkView single, int[] counts) {
    private record Kind(
            int link, Wire port, int slots, double speed, double masterSpeed, double availability, boolean master) {}

    static LikeHosts of(NetworkView view, int master) {
        Map<Kind, List<Integer>> kinds = new LinkedHashMap<>();
        for (int h = 0; h < view.hosts().size(); h++) {
            Host host = view.hosts().get(h);
            Kind kind = new Kind(
                    host.link(),
                    host.port(),
                    host.slots(),
                    host.speed(),
                    host.masterSpeed(),
                    host.availability(),
                    h == master);
            kinds.computeIfAbsent(kind, unused -> new ArrayList<>()).add(h);
        }
        List<Host> single = new ArrayList<>();
        List<Host> hosts = new ArrayList<>();
        int where = 0;
        for (Map.Entry<Kind, List<Integer>> each : kinds.entrySet()) {
            if (each.getKey().master()) {
                where = hosts.size();
            }
            Host one = view.hosts().get(each.getValue().get(0));
            single.add(one);
            hosts.add(together(one, each.getValue().size()));
        }
        int[] counts = kinds.values().stream().mapToInt(List::size).toArray();
        return new LikeHosts(view.withHosts(hosts), where, view.withHosts(single), counts);
    }

    /** The rates that round trips allow, each of all hosts of a kind [units/s]. */
    double[] tripRates(UnitCosts costs, LatencyTerms latency) {
        double[] rates = RoundTrips.rates(single, costs, latency, master);
        for (int h = 0; h < rates.length; h++) {
            rates[h] *= counts[h];
        }
        return rates;
    }

    private static Host together(Host one, int count) {
        return one.at(one.link(), one.port().times(count)).withSlots(one.slots() * count);
    }
}
