package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.MandelbrotTiles;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

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
        Effort effort = programs.effort();
        Cycles cycles = cycles(effort);
        Runs sluice = new Runs();
        Runs plain = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            plain.add(programs.plain(MandelbrotTiles.class, cycles));
            sluice.add(programs.sluice(MandelbrotTiles.class, cycles, List.of()));
        }
        double seconds = sluice.median(Timing::seconds);
        double plainSeconds = plain.median(Timing::seconds);
        report.figure("seconds", seconds, "s");
        report.figure("seconds-cold", sluice.medianWarmUp(Timing::seconds), "s");
        report.figure("executor", plainSeconds, "s");
        report.figure("executor-cold", plain.medianWarmUp(Timing::seconds), "s");
        report.figure("start-ms", sluice.medianStartMillis(), "ms");
        report.figure("other-cpu", Math.max(sluice.worstOtherCpuPercent(), plain.worstOtherCpuPercent()), "%");
        report.ratio(seconds / plainSeconds);
    }
}
