package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.FarUnits;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.NetworkBenchmark;
import dev.sluice.benchmarks.harness.NetworkRoles;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.ArrayList;
import java.util.List;

/** Measures the utilization of two slots with units of 2 ms, at a round trip of 20 ms. */
public final class PrefetchBenchmark implements NetworkBenchmark {
    private static final int SLOTS = 2;
    private static final long UNIT_MICROS = 2000;

    @Override
    public String question() {
        return "10,000 units of 2 ms on two slots 20 ms of round trip away under SS: share of slot time in compute (root)";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Cycles fed = programs.effort().cycles("2000,10000x2");
        Cycles unfed = programs.effort().cycles("200,200x3");
        NetworkRoles network =
                new NetworkRoles(programs.lab().resolve("far.yaml"), "a", "10.99.1.1", List.of("c", "d"));
        List<String> arguments = List.of("--workers=" + SLOTS, "--compute-micros=" + UNIT_MICROS);
        List<Double> busy = new ArrayList<>();
        List<Double> busyUnfed = new ArrayList<>();
        Runs runs = new Runs();
        double load = 0;
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            load = Math.max(load, MachineLoad.load());
            Run run = programs.inLab(network, FarUnits.class, fed, List.of("--policy", "SS"), arguments);
            runs.add(run);
            busy.addAll(busy(run));
            List<String> options = List.of("--policy", "SS", "--delivery=prefetch=0");
            busyUnfed.addAll(busy(programs.inLab(network, FarUnits.class, unfed, options, arguments)));
        }
        report.figure("busy", Runs.median(busy), "x");
        report.figure("busy-prefetch-0", Runs.median(busyUnfed), "x");
        report.figure("efficiency", runs.median(PrefetchBenchmark::efficiency), "x");
        report.figure("load", load, "processes");
        report.ratio(Runs.median(busy));
    }

    /** Utilization of the slots in each timed cycle, including its start and end. */
    private static List<Double> busy(Run run) throws Exception {
        List<Double> busy = new ArrayList<>();
        for (int cycle = 1; cycle < run.cycles().size(); cycle++) {
            busy.add(run.computeSeconds(cycle) / SLOTS / run.cycles().get(cycle).seconds());
        }
        return busy;
    }

    /** Utilization if no unit takes longer than requested. */
    private static double efficiency(Timing timing) {
        return timing.units() * UNIT_MICROS * 1e-6 / SLOTS / timing.seconds();
    }
}
