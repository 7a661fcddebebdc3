package dev.sluice.model.simulate.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.Distribution;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rest of a run is simulated from a checkpoint in its middle. */
class RestTest {
    private static final double MILLI = 1e6;

    /** A run with a checkpoint at which the state was kept. */
    private record Stopped(Workload workload, Machines machines, SimulationTerms terms, SimulationReport report, SimulationStart at) {
        SimulationReport rest(SimulationTerms with) {
            return Simulation.rest(workload, machines, Overheads.NONE, with, at);
        }
    }

    /** Keeps the state of the n-th checkpoint. */
    private static final class Keeper implements Steering {
        private int left;
        private @Nullable SimulationStart kept;

        private Keeper(int left) {
            this.left = left;
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            if (left-- == 0) {
                kept = controls.state();
            }
        }
    }

    private static Machines machines(SplittableRandom random) {
        List<Link> links = List.of(new Link("switch", Wire.UNLIMITED));
        List<Host> hosts = new ArrayList<>();
        Wire port = random.nextBoolean()
                ? new Wire(125e6, 125e6, false, 100_000, 0)
                : new Wire(12.5e6, 12.5e6, false, 17_000_000, 0);
        hosts.add(new Host("m", 0, port));
        int count = random.nextInt(2, 9);
        for (int i = 1; i <= count; i++) {
            hosts.add(new Host("h" + i, 0, port).withSlots(random.nextInt(1, 4), random.nextBoolean() ? 1 : 0.25));
        }
        return Machines.all(new NetworkView("net", links, hosts), 0);
    }

    private static Stopped stopped(SplittableRandom random, PolicyName policy) {
        double mean = random.nextInt(5, 200) * MILLI;
        Distribution times = switch (random.nextInt(3)) {
            case 0 -> new Distribution.Fixed(mean);
            case 1 -> new Distribution.Uniform(0.25 * mean, 1.75 * mean);
            default -> new Distribution.LogNormal(mean, 0.7 * mean);
        };
        int cycles = random.nextInt(1, 4);
        Distribution bytes = new Distribution.Fixed(2_000);
        Workload workload = Workloads.drawn(
                new Workloads.Shape(cycles, random.nextInt(500, 3000), 10_000),
                new Workloads.Spreads(times, bytes, bytes, new Distribution.Fixed(1_000)),
                random.nextLong());
        Machines machines = machines(random);
        SimulationTerms terms = SimulationTerms.DEFAULT.withPolicy(policy);
        Keeper keeper = new Keeper(random.nextInt(10 * cycles));
        SimulationReport report =
                Simulation.run(workload, machines, Overheads.NONE, terms, Timeline.NONE, keeper);
        SimulationStart kept = keeper.kept;
        if (kept == null) {
            throw new AssertionError("no checkpoint");
        }
        return new Stopped(workload, machines, terms, report, kept);
    }

    @Test
    void shouldEndWhenTheRunEnds() {
        List<String> out = new ArrayList<>();
        for (PolicyName policy : PolicyName.values()) {
            double worst = 0;
            double sum = 0; double restWorst=0;
            for (int seed = 0; seed < 200; seed++) {
                Stopped run = stopped(new SplittableRandom(seed), policy);
                SimulationReport rest = run.rest(run.terms());
                assertThat(rest.ending()).isEqualTo(Ending.COMPLETE);
                assertThat(rest.idle().total()).isEqualTo(rest.slotNanos());
                double error = rest.seconds() / run.report().seconds() - 1;
                sum += error;
                double after = (rest.seconds()-run.at().nowNanos()*1e-9) / (run.report().seconds()-run.at().nowNanos()*1e-9) - 1;
                if (Math.abs(error) > 0.01) out.add(policy + " seed " + seed + " " + error + " at " + run.at().nowNanos()*1e-9 + " of " + run.report().seconds()+ " rest " + rest.seconds());
                worst = Math.max(worst, Math.abs(error));
                restWorst = Math.max(restWorst, Math.abs(after));
            }
            System.out.println("XX " + policy + " worst " + worst + " mean " + sum / 200+ " rest "+restWorst);
        }
        out.forEach(s -> System.out.println("XX " + s));
    }
}
