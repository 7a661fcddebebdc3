package dev.sluice.benchmarks.runtime;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;

/** Simulated runs on workers of one slot and unequal speeds, without copies in the tail and without overheads. */
final class UnequalWorkers {
    private UnequalWorkers() {}

    /** Unit times on a worker of full speed. */
    @FunctionalInterface
    interface Times {
        long nanos(int cycle, long unit);
    }

    /**
     * @param slowness factor of each worker's unit times
     * @param latencyNanos one-way latency of a message
     */
    static SimulationReport run(
            PolicyName policy, Weighting weighting, Workload workload, List<Integer> slowness, long latencyNanos) {
        List<Host> hosts = new ArrayList<>();
        hosts.add(new Host("m", 0));
        for (int factor : slowness) {
            Wire port = Wire.UNLIMITED.withLatency(latencyNanos);
            hosts.add(new Host("h" + hosts.size(), 0, port).withSlots(1, 1.0 / factor));
        }
        NetworkView view = new NetworkView("unequal", List.of(new Link("lan", Wire.UNLIMITED)), hosts);
        SimulationTerms terms = SimulationTerms.DEFAULT
                .withPolicy(policy)
                .withWeighting(weighting)
                .withSpeculation(0);
        return Simulation.run(workload, World.all(view, 0).with(Overheads.NONE, terms));
    }

    /** Cycles with these numbers of units, whose inputs and results are empty. */
    record Timed(Times times, long... cycleUnits) implements Workload {
        @Override
        public int cycles() {
            return cycleUnits.length;
        }

        @Override
        public long units(int cycle) {
            return cycleUnits[cycle];
        }

        @Override
        public long setupBytes(int cycle) {
            return 0;
        }

        @Override
        public long computeNanos(int cycle, long unit) {
            return times.nanos(cycle, unit);
        }

        @Override
        public long inputBytes(int cycle, long unit) {
            return 0;
        }

        @Override
        public long resultBytes(int cycle, long unit) {
            return 0;
        }

        @Override
        public long acceptNanos(int cycle, long unit) {
            return 0;
        }
    }
}
