package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Locale;

/**
 * Cycles of 64 s of computing in virtual time, with a setup that takes one second of the master's port: the best time
 * over the number of workers with setups in turn, and with all at once.
 */
public final class SetupsBenchmark implements Benchmark {
    private static final double PORT = 12.5e6;
    private static final double UNIT_SECONDS = 0.02;
    private static final double COMPUTE_SECONDS = 64;
    private static final int CYCLES = 10;
    private static final int MOST_WORKERS = 16;

    @Override
    public String question() {
        return "simulated seconds of a cycle that setups hold up, in turn and at once, at the best number of workers";
    }

    @Override
    public void measure(Programs programs, FigureReport report) {
        int cycles = Math.max(2, CYCLES / programs.effort().divisor());
        UnitCosts costs = new UnitCosts(UNIT_SECONDS, 1e-5, 100, 100, PORT);
        Workload work = Workloads.constant(cycles, Math.round(COMPUTE_SECONDS / UNIT_SECONDS), costs);
        for (PolicyName policy : PolicyName.values()) {
            SimulationTerms terms = SimulationTerms.DEFAULT.withPolicy(policy);
            double inTurn = best(work, terms.withSetups(SetupOrder.IN_TURN));
            double atOnce = best(work, terms.withSetups(SetupOrder.AT_ONCE));
            String name = policy.name().toLowerCase(Locale.ROOT);
            report.figure(name + "-in-turn", inTurn, "s");
            report.figure(name + "-at-once", atOnce, "s");
            report.figure(policy == PolicyName.SS ? "ratio" : name + "-ratio", inTurn / atOnce, "x");
        }
    }

    private static double best(Workload work, SimulationTerms terms) {
        double best = Double.POSITIVE_INFINITY;
        for (int workers = 2; workers <= MOST_WORKERS; workers++) {
            World machines = World.star(workers, 1, Wire.duplex(PORT).withLatency(200_000));
            best = Math.min(
                    best,
                    Simulation.run(work, machines.with(Overheads.MEASURED, terms))
                                    .seconds()
                            / work.cycles());
        }
        return best;
    }
}
