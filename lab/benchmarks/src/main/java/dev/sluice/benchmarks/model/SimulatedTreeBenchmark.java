package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.delivery.BranchBatching;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.plan.SubMasterPlan;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.WorkloadLike;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A hundred thousand workers in forty halls of twenty-five racks, with units of 10 ms under SS. Simulates the tree
 * found by the planner with the runtime's own costs, and compares it with the bound of the flow model and with the flat
 * shape.
 */
public final class SimulatedTreeBenchmark implements Benchmark {
    private static final int HALLS = 40;
    private static final int RACKS = 25;
    private static final int WORKERS = 100;
    private static final double UNIT_SECONDS = 0.01;
    private static final double BYTES = 100;

    /** Units per worker in the first cycle, in which workers receive setups. */
    private static final long WARM_UP = 4;

    /** Units per worker in the counted cycle: in the runs that choose sub-masters, and in the others. */
    private static final long PLANNED = 4;

    private static final long MEASURED = 40;

    private static final double MIN_GAIN = 0.01;

    /** Costs after JIT warm-up, as assumed by the flow model. */
    private static final Overheads RUNTIME = Overheads.MEASURED.withWarming(Overheads.Warming.NONE);

    @Override
    public String question() {
        return "rate of 100,000 simulated workers in a planned tree over the flow bound, and of the flat shape";
    }

    @Override
    public void measure(Programs programs, FigureReport report) {
        int halls = Math.max(2, HALLS / programs.effort().divisor());
        NetworkView view = view(halls);
        int[] workers = IntStream.range(1, view.hosts().size()).toArray();
        UnitCosts costs = new UnitCosts(UNIT_SECONDS, masterSeconds(), BYTES, BYTES, 0);
        UnitCosts simulated = new UnitCosts(UNIT_SECONDS, 0, BYTES, BYTES, 0);
        SubMasterPlan plan = SubMasterPlan.of(
                new Run(new World(view, 0, workers).with(RUNTIME), work(simulated, workers, PLANNED)), costs, MIN_GAIN);
        World tree = plan.machines();
        int[] remaining = tree.hosts();
        double bound = Placement.solve(view, costs).solution(0, remaining).rate();
        report.figure("workers", tree.workers(), "workers");
        report.figure("sub-masters", tree.subMasters().size(), "sub-masters");
        report.figure("flow-bound", bound, "units/s");
        double rate = rate(tree, work(simulated, workers, MEASURED));
        report.figure("tree", rate, "units/s");
        report.figure("of-flow-bound", rate / bound, "x");
        double flat = rate(new World(view, 0, workers), work(simulated, workers, PLANNED));
        report.figure("flat", flat, "units/s");
        report.figure("tree-over-flat", rate / flat, "x");
    }

    /** Time of the busier of the master's two threads per unit, with full messages [s]. */
    private static double masterSeconds() {
        double bytes = BYTES + RUNTIME.unitBytes();
        double moved = bytes
                * (RUNTIME.masterSends().byteNanos() + RUNTIME.masterReceives().byteNanos());
        double messages = bytes
                / BranchBatching.FULL_BYTES
                * (RUNTIME.masterSends().messageNanos()
                        + RUNTIME.masterReceives().messageNanos());
        return Math.max(RUNTIME.handOutNanos(), RUNTIME.takeNanos() + moved + messages) * 1e-9;
    }

    private static Workload work(UnitCosts costs, int[] workers, long each) {
        Workload alike = Workloads.constant(2, workers.length * each, costs);
        return new Cycles(alike, workers.length * WARM_UP);
    }

    /** Identical units, in two cycles of different sizes. */
    private static final class Cycles extends WorkloadLike {
        private final long first;

        Cycles(Workload alike, long first) {
            super(alike);
            this.first = first;
        }

        @Override
        public long units(int cycle) {
            return cycle == 0 ? first : super.units(cycle);
        }
    }

    private static double rate(World machines, Workload workload) {
        SimulationReport report = Simulation.run(workload, machines.with(RUNTIME, SimulationTerms.DEFAULT));
        long all = workload.units(0) + workload.units(1);
        if (report.acceptedUnits() != all) {
            throw new IllegalStateException(report.acceptedUnits() + " units accepted (expected: " + all + ")");
        }
        SimulationReport.CycleTimes warm = report.cycles().get(1);
        return warm.units() / (warm.nanos() * 1e-9);
    }

    /** Each rack and each hall has one host more than workers, for a sub-master. */
    private static NetworkView view(int halls) {
        Wire port = Wire.duplex(125e6).withLatency(20_000);
        Wire rackUp = Wire.duplex(1.25e9).withLatency(20_000);
        Wire hallUp = Wire.duplex(12.5e9).withLatency(100_000);
        List<Link> links = new ArrayList<>(List.of(new Link("root", Wire.UNLIMITED)));
        List<Host> hosts = new ArrayList<>(
                List.of(new Host("master", 0, Wire.duplex(12.5e9).withLatency(20_000))));
        for (int hall = 0; hall < halls; hall++) {
            int hallLink = links.size();
            links.add(new Link("hall" + hall, 0, hallUp));
            hosts.add(new Host("hall" + hall + "-0", hallLink, port));
            for (int rack = 0; rack < RACKS; rack++) {
                int rackLink = links.size();
                links.add(new Link("rack" + hall + "-" + rack, hallLink, rackUp));
                for (int i = 0; i <= WORKERS; i++) {
                    hosts.add(new Host("h" + hall + "-" + rack + "-" + i, rackLink, port));
                }
            }
        }
        return new NetworkView("halls", links, hosts);
    }
}
