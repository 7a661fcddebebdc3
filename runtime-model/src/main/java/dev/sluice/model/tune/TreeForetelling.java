package dev.sluice.model.tune;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Foretells a run with and without sub-masters, whose cycles have equal units. Each far site is a link of its own.
 * Within a site, hosts have ports as fast as a usual local network. Groups of hosts are behind the switch of the
 * master: their setups share its port, and each host has a port as fast. A sub-master has a host of its own, which is
 * true as long as it needs little of the processor that it shares with a worker. Confined to one decision.
 */
final class TreeForetelling extends CycleForetelling {
    /** The port of a host within its site [bytes/s], unless its way to the master is faster. */
    private static final double PORT = 125e6;

    /** One way within a site [ns]. */
    private static final long PORT_NANOS = 50_000;

    /** Messages for which the slots of a worker wait when it moves. */
    private static final int MOVING_TRIPS = 4;

    private static final long MOST_UNITS = 1_000;
    private static final long MOST_EACH = 32;

    private final TreeMoment moment;
    private final Setting present;

    /** @param present the setting that holds */
    TreeForetelling(TreeMoment moment, Setting present) {
        super(moment.units(), Math.max(MOST_UNITS, MOST_EACH * moment.slots()), moment.overheads(), moment.terms());
        this.moment = moment;
        this.present = present;
    }

    /** The rest of the run: all of it has equal units, so that chance plays no part. */
    @Override
    public double rest(Setting setting, long seed) {
        double open = cycle(present).between(moment.share(), 1);
        return open + moving(setting) + moment.cyclesLeft() * cycle(setting).end();
    }

    /** Time that the run loses because slots wait while their workers move [s]. */
    private double moving(Setting to) {
        double lost = 0;
        for (TreeSite site : moment.sites()) {
            if (present.tree().contains(site.number()) != to.tree().contains(site.number())) {
                double waits = moment.costs().unitSeconds()
                        + MOVING_TRIPS * site.wire().latencyNanos() / 1e9;
                lost += waits * site.slots();
            }
        }
        return lost / Math.max(1, moment.slots());
    }

    @Override
    double ratio(World machines, int host) {
        return 1 / machines.view().hosts().get(host).speed();
    }

    @Override
    Workload workload(long seed, long ofUnits, int times) {
        return Workloads.constant(times, ofUnits, moment.costs());
    }

    @Override
    World machines(Setting setting) {
        List<Link> links = new ArrayList<>(List.of(new Link("here", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, port(moment.sites()))));
        List<Integer> workers = new ArrayList<>();
        List<World.SubMaster> subs = new ArrayList<>();
        for (TreeSite site : moment.sites()) {
            String name = "s" + site.number();
            Wire port = site.far() ? port(site.wire()) : site.isGroup() ? portOfGroup(site.wire()) : site.wire();
            int link = site.far() ? links.size() : 0;
            if (site.far()) {
                links.add(new Link(name, 0, site.wire()));
            }
            List<Integer> here = new ArrayList<>();
            for (TreeSite.TreeHost each : site.hosts()) {
                here.add(hosts.size());
                hosts.add(new Host(name + "h" + here.size(), link, port).withSlots(each.slots(), each.speed()));
            }
            if (setting.tree().contains(site.number()) && !here.isEmpty()) {
                subs.add(new World.SubMaster(hosts.size(), here));
                hosts.add(new Host(name + "m", link, port));
            }
            workers.addAll(here);
        }
        int[] all = workers.stream().mapToInt(Integer::intValue).toArray();
        return new World(new NetworkView("run", links, hosts), 0, all).withSubMasters(subs);
    }

    /** The port of the master: as fast as setups have left it for hosts behind its own switch. */
    private static Wire port(List<TreeSite> sites) {
        return sites.stream()
                .filter(TreeSite::isGroup)
                .map(TreeSite::wire)
                .max(Comparator.comparingDouble(Wire::downBytesPerSecond))
                .map(way -> Wire.duplex(way.downBytesPerSecond()))
                .orElse(Wire.UNLIMITED);
    }

    /** The port of a host behind the switch of the master, at which all ports are equal. */
    private static Wire portOfGroup(Wire way) {
        return Wire.duplex(way.downBytesPerSecond()).withLatency(way.latencyNanos());
    }

    private static Wire port(Wire way) {
        double fastest = Math.max(way.downBytesPerSecond(), way.upBytesPerSecond());
        double rate = fastest < Double.POSITIVE_INFINITY ? Math.max(PORT, fastest) : PORT;
        return Wire.duplex(rate).withLatency(PORT_NANOS);
    }

    @Override
    public double flowSeconds(Setting setting) {
        return cycle(setting).end();
    }
}
