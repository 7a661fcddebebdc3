package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.SleepingUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

/** Compares units that sleep a millisecond with a two-thread executor, to measure the loss between units. */
public final class SleepsBenchmark implements Benchmark {
    private static final double SLEEP_SECONDS = 0.001;
    private static final int SLOTS = 2;

    @Override
    public String question() {
        return "2,000 units that sleep 1 ms: efficiency over that of a two-thread executor in one JVM";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Effort effort = programs.effort();
        Cycles cycles = effort.cycles("2000,2000x3");
        Runs sluice = new Runs();
        Runs plain = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            plain.add(programs.plain(SleepingUnits.class, cycles));
            sluice.add(programs.sluice(SleepingUnits.class, cycles, List.of()));
        }
        double efficiency = sluice.median(SleepsBenchmark::efficiency);
        double plainEfficiency = plain.median(SleepsBenchmark::efficiency);
        report.figure("efficiency", efficiency, "x");
        report.figure("cold", sluice.medianWarmUp(SleepsBenchmark::efficiency), "x");
        report.figure("executor", plainEfficiency, "x");
        report.figure("executor-cold", plain.medianWarmUp(SleepsBenchmark::efficiency), "x");
        report.figure("start-ms", sluice.medianStartMillis(), "ms");
        report.figure("other-cpu", Math.max(sluice.worstOtherCpuPercent(), plain.worstOtherCpuPercent()), "%");
        report.ratio(efficiency / plainEfficiency);
    }

    private static double efficiency(Timing timing) {
        return timing.units() * SLEEP_SECONDS / SLOTS / timing.seconds();
    }
}
