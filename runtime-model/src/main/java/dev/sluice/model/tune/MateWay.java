package dev.sluice.model.tune;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import java.util.BitSet;

/**
 * The way to the workers as MATE's model knows it. Immutable.
 *
 * @param latencySeconds the shortest way to a worker [s]
 * @param bytesPerSecond the narrowest wire that data for every worker pass [bytes/s]
 */
public record MateWay(double latencySeconds, double bytesPerSecond) {
    /** The way to the workers of these machines. */
    public static MateWay of(World machines) {
        Routes routes = Routes.to(machines.view(), machines.master());
        long latency =
                machines.places().stream().mapToLong(routes::latencyNanos).min().orElse(0);
        return new MateWay(latency / 1e9, commonBytesPerSecond(machines, routes));
    }

    private static double commonBytesPerSecond(World machines, Routes routes) {
        NetworkView view = machines.view();
        BitSet common = new BitSet();
        common.set(0, view.links().size());
        for (Host worker : machines.computing()) {
            BitSet passed = new BitSet();
            for (int link = worker.link(); link >= 0; link = routes.next(link)) {
                passed.set(link);
            }
            common.and(passed);
        }
        double least = view.hosts().get(machines.master()).port().upBytesPerSecond();
        for (int link = common.nextSetBit(0); link >= 0; link = common.nextSetBit(link + 1)) {
            least = Math.min(least, bytesPerSecond(view, routes, link));
        }
        return least;
    }

    private static double bytesPerSecond(NetworkView view, Routes routes, int link) {
        Link own = view.links().get(link);
        double medium = own.wire().shared() ? own.wire().downBytesPerSecond() : Double.POSITIVE_INFINITY;
        if (routes.wire(link) < 0) {
            return medium;
        }
        Wire next = view.links().get(routes.wire(link)).wire();
        return Math.min(medium, routes.climbs(link) ? next.downBytesPerSecond() : next.upBytesPerSecond());
    }
}
