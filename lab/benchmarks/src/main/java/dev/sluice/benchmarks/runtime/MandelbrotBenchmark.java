package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.MandelbrotTiles;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;

/** Compares a real computation with the same kernel on a two-thread executor. */
public final class MandelbrotBenchmark implements Benchmark {
    @Override
    public String question() {
        return "Mandelbrot 2048², 1,000 iterations, 4,096 units: time over that of a two-thread executor in one JVM";
    }

    /** The number of units is fixed by the picture, so a quick run computes fewer pictures. */
    static Cycles cycles(Effort effort) {
        return Cycles.parse(effort.repetitions() == 1 ? "4096,4096x1" : "4096,4096x5");
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        ExecutorComparison.measure(programs, MandelbrotTiles.class, cycles(programs.effort()))
                .report(report, "seconds", "seconds-cold", "s", Timing::seconds);
    }
}
