package dev.sluice.model.tune;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import java.util.List;
import java.util.SplittableRandom;

/** Units and networks that are drawn for simulated runs with a tuner. */
final class DrawnWorlds {
    private DrawnWorlds() {}

    /** Draws the distribution of unit times with this mean [ns]. */
    static Distribution times(SplittableRandom random, double mean) {
        return switch (random.nextInt(4)) {
            case 0 -> new Distribution.Fixed(mean);
            case 1 -> new Distribution.Uniform(0.25 * mean, 1.75 * mean);
            case 2 -> new Distribution.Bimodal(0.8, 0.5 * mean, 3 * mean);
            default -> new Distribution.LogNormal(mean, mean);
        };
    }

    /** Small inputs and results around units of these times. */
    static Workload workload(Workloads.Shape shape, Distribution times, long seed) {
        return Workloads.drawn(
                shape,
                new Workloads.Spreads(
                        times,
                        new Distribution.Fixed(100),
                        new Distribution.Fixed(2_000),
                        new Distribution.Fixed(10_000)),
                seed);
    }

    /** Draws a narrow far line or a wide near one. */
    static Wire wire(SplittableRandom random) {
        return random.nextBoolean()
                ? Wire.duplex(1.25e6).withLatency(35_000_000)
                : Wire.duplex(12.5e6).withLatency(250_000);
    }

    /** Places the first host, which is the master, before this line, and the other ones, on link 1, behind it. */
    static World machines(List<Host> hosts, Wire wire) {
        List<Link> links = List.of(new Link("here", Wire.UNLIMITED), new Link("there", 0, wire));
        return World.all(new NetworkView("drawn", links, hosts), 0);
    }
}
