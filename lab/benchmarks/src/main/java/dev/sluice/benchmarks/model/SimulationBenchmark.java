package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Measures the cost of a simulated run, warm and on one core: units of 20 ms under SS on 128 slots, and the cost of an
 * event with 10⁵ hosts compared with 128. Counts processor time of this thread, so that other processes matter less.
 */
public final class SimulationBenchmark implements Benchmark {
    private static final int SLOTS = 128;
    private static final int HOSTS = 100_000;
    private static final Wire PORT = Wire.duplex(125e6).withLatency(50_000);

    @Override
    public String question() {
        return "seconds to simulate a million units on 128 slots, ten million, and what 10^5 hosts cost";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws IOException {
        boolean quick = programs.effort().divisor() > 1;
        long million = quick ? 10_000 : 1_000_000;
        World few = World.star(SLOTS, 1, PORT);
        report.figure("load", MachineLoad.load(), "processes");
        Cost best = best(few, million, programs.effort().repetitions() + 7);
        double perEvent = best.seconds / best.events;
        report.figure("units-1e6-s", best.seconds, "s");
        report.figure("event-ns", perEvent * 1e9, "ns");
        double ten = best(few, 10 * million, programs.effort().repetitions()).seconds;
        report.figure("units-1e7-s", ten, "s");
        report.figure("growth", ten / best.seconds, "x");
        Cost many = simulate(World.star(quick ? 1000 : HOSTS, 1, PORT), million, 1);
        report.figure("event-1e5-hosts-ns", many.seconds / many.events * 1e9, "ns");
        report.ratio(many.seconds / many.events / perEvent);
    }

    private record Cost(double seconds, long events) {}

    /** The cost of the fastest try. */
    private static Cost best(World machines, long units, int tries) {
        return Stream.generate(() -> simulate(machines, units, 0.02))
                .limit(tries)
                .min(Comparator.comparingDouble(Cost::seconds))
                .orElseThrow();
    }

    private static Cost simulate(World machines, long units, double unitSeconds) {
        long from = cpuNanos();
        SimulationReport report = Simulation.run(
                Workloads.constant(1, units, new UnitCosts(unitSeconds, 1e-6, 100, 100, 1000)),
                machines.with(Overheads.NONE, SimulationTerms.DEFAULT));
        if (report.acceptedUnits() != units) {
            throw new IllegalStateException(report.acceptedUnits() + " units accepted (expected: " + units + ")");
        }
        return new Cost((cpuNanos() - from) * 1e-9, report.traffic().events());
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
