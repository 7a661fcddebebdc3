package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.SleepingUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;

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
        Cycles cycles = programs.effort().cycles("2000,2000x3");
        ExecutorComparison.measure(programs, SleepingUnits.class, cycles)
                .report(report, "efficiency", "cold", "x", SleepsBenchmark::efficiency);
    }

    private static double efficiency(Timing timing) {
        return timing.units() * SLEEP_SECONDS / SLOTS / timing.seconds();
    }
}
