package dev.sluice.model.regime;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A view in which identical hosts on one link are merged into one host with all their slots and ports. The flow model
 * gives the same rates for it, and a grid of thousands of solutions is fast even for 10⁵ hosts. The master is not
 * merged.
 */
record LikeHosts(NetworkView view, int master) {
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
        List<Host> hosts = new ArrayList<>();
        int where = 0;
        for (Map.Entry<Kind, List<Integer>> each : kinds.entrySet()) {
            if (each.getKey().master()) {
                where = hosts.size();
            }
            hosts.add(together(
                    view.hosts().get(each.getValue().get(0)), each.getValue().size()));
        }
        return new LikeHosts(view.withHosts(hosts), where);
    }

    private static Host together(Host one, int count) {
        return one.at(one.link(), one.port().times(count)).withSlots(one.slots() * count);
    }
}
