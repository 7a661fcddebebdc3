package dev.sluice.insight.knowledge;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.ProcessorShare;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The result of a look at a host, just before a plan.
 *
 * @param why no worker can be started there, and the command that shows it again; empty for a usable host
 * @param cores number of its processors; 0 if unknown
 * @param freeBytes memory available to a new process; negative if unknown [bytes]
 * @param busyShare share of all processors that other processes used, 0 to 1; negative if unknown
 */
public record HostLook(String host, String why, int cores, long freeBytes, double busyShare) {
    /** Load below this share is as likely that of the look itself, and counts as none. */
    private static final double LEAST_LOAD = 0.2;

    /** The error of availability after one look. */
    private static final double ERROR = 0.2;

    /** Tells whether the host can have a master or a worker, as far as is known. */
    public boolean usable() {
        return why.isEmpty();
    }

    /** The share of a processor that each slot can expect beside the processes that run there now; 1 if unknown. */
    double available(int slots) {
        double rivals = busyShare < LEAST_LOAD ? 0 : busyShare * cores;
        return cores <= 0 ? 1 : ProcessorShare.ofSlots(rivals, cores, slots);
    }

    /** The machines as these looks show them: free memory, and the load of hosts without a forecast of it. */
    public static MachineKnowledge on(MachineKnowledge known, List<HostLook> looks) {
        Map<String, HostLook> seen = new LinkedHashMap<>();
        looks.forEach(look -> seen.put(look.host(), look));
        Map<String, HostBelief> beliefs = new LinkedHashMap<>(known.hosts());
        List<Host> hosts = new ArrayList<>();
        for (Host host : known.view().hosts()) {
            HostLook look = seen.get(host.name());
            if (look == null || look.cores() == 0) {
                hosts.add(host);
                continue;
            }
            HostBelief belief = look.on(known.host(host.name()), host.slots());
            beliefs.put(host.name(), belief);
            hosts.add(host.believed(host.speed(), belief.available()));
        }
        NetworkView view = known.view().withHosts(hosts);
        return new MachineKnowledge(view, beliefs, known.links(), known.words());
    }

    private HostBelief on(HostBelief belief, int slots) {
        double share = available(slots);
        boolean loaded = !belief.sensed() && busyShare >= LEAST_LOAD && share < belief.available();
        return new HostBelief(
                belief.speed(),
                belief.speedError(),
                belief.timed(),
                loaded ? share : belief.available(),
                loaded ? ERROR * share : belief.availableError(),
                belief.sensed() || loaded,
                freeBytes < 0 ? belief.freeBytes() : OptionalDouble.of(freeBytes),
                true,
                belief.source() + (loaded ? ", load as seen now" : ""),
                belief.ageSeconds());
    }
}
