package dev.sluice.model.simulate.actor;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A run with a checkpoint at which its state was kept. */
record StoppedRun(
        Workload workload,
        World machines,
        SimulationTerms terms,
        SimulationReport report,
        SimulationStart at,
        UnitForecast forecast) {
    private static final double MILLI = 1e6;

    /** Speed of the slow hosts. */
    static final double SLOW = 0.25;

    /** Keeps the state of the n-th checkpoint, and what unit times were known then. */
    private static final class Keeper implements Steering {
        private final Workload workload;
        private final UnitForecast forecast = new UnitForecast();
        private int cycle = -1;
        private int left;
        private @Nullable SimulationStart kept;

        private Keeper(Workload workload, int left) {
            this.workload = workload;
            this.left = left;
        }

        private SimulationStart kept() {
            if (kept == null) {
                throw new AssertionError("no checkpoint");
            }
            return kept;
        }

        @Override
        public void returned(int host, int of, List<ResultRun> runs) {
            if (kept != null) {
                return;
            }
            if (of != cycle) {
                cycle = of;
                forecast.begin(of, workload.units(of));
            }
            runs.forEach(run -> forecast.add(host, run));
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            if (left-- == 0) {
                kept = controls.state();
            }
        }
    }

    private static World machines(SplittableRandom random) {
        List<Link> links = List.of(new Link("switch", Wire.UNLIMITED));
        List<Host> hosts = new ArrayList<>();
        Wire port = random.nextBoolean()
                ? new Wire(125e6, 125e6, false, 100_000, 0)
                : new Wire(12.5e6, 12.5e6, false, 17_000_000, 0);
        hosts.add(new Host("m", 0, port));
        int count = random.nextInt(2, 9);
        for (int i = 1; i <= count; i++) {
            hosts.add(new Host("h" + i, 0, port).withSlots(random.nextInt(1, 4), random.nextBoolean() ? 1 : SLOW));
        }
        return World.all(new NetworkView("net", links, hosts), 0);
    }

    private static Workload workload(SplittableRandom random) {
        double mean = random.nextInt(5, 200) * MILLI;
        Distribution times = switch (random.nextInt(3)) {
            case 0 -> new Distribution.Fixed(mean);
            case 1 -> new Distribution.Uniform(0.25 * mean, 1.75 * mean);
            default -> new Distribution.LogNormal(mean, 0.7 * mean);
        };
        Distribution bytes = new Distribution.Fixed(2_000);
        return Workloads.drawn(
                new Workloads.Shape(random.nextInt(1, 4), random.nextInt(500, 3000), 10_000),
                new Workloads.Spreads(times, bytes, bytes, new Distribution.Fixed(1_000)),
                random.nextLong());
    }

    static StoppedRun stopped(long seed, SimulationTerms terms) {
        SplittableRandom random = new SplittableRandom(seed);
        Workload workload = workload(random);
        return stopped(workload, machines(random), terms, random.nextInt(10 * workload.cycles()));
    }

    static StoppedRun stopped(Workload workload, World machines, SimulationTerms terms, int checkpoint) {
        Keeper keeper = new Keeper(workload, checkpoint);
        SimulationReport report = Simulation.run(workload, machines.with(Overheads.NONE, terms), Timeline.NONE, keeper);
        return new StoppedRun(workload, machines, terms, report, keeper.kept(), keeper.forecast);
    }

    SimulationReport rest(SimulationTerms with) {
        return Simulation.rest(workload, machines.with(Overheads.NONE, with), at);
    }

    SimulationReport forecastRest(long seed) {
        Workload rest = forecast.rest(workload, at, seed);
        return Simulation.rest(rest, forecast.machines(machines).with(Overheads.NONE, terms), at);
    }
}
