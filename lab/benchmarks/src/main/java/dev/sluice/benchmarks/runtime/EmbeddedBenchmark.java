package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.application.LargeResultUnits;
import dev.sluice.benchmarks.application.MandelbrotTiles;
import dev.sluice.benchmarks.application.SleepingUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

/** Compares runs in one process with a two-thread executor: what the scheduler and the codecs cost without a socket. */
public final class EmbeddedBenchmark implements Benchmark {
    private static final List<String> EMBEDDED = List.of("--slots", "2", "--policy", "SS");

    @Override
    public String question() {
        return "Runs in one process, of four kinds of units: time over that of a two-thread executor in one JVM";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Effort effort = programs.effort();
        double ratio =
                measure(programs, report, MandelbrotTiles.class, MandelbrotBenchmark.cycles(effort), "mandelbrot");
        measure(programs, report, SleepingUnits.class, effort.cycles("2000,2000x3"), "sleeps");
        measure(programs, report, EmptyUnits.class, effort.cycles("1000000,1000000x3"), "empty-units");
        measure(programs, report, LargeResultUnits.class, effort.cycles("2000,400x7"), "results");
        report.ratio(ratio);
    }

    private static double measure(
            Programs programs, FigureReport report, Class<?> application, Cycles cycles, String name) throws Exception {
        Runs embedded = new Runs();
        Runs plain = new Runs();
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            plain.add(programs.plain(application, cycles));
            embedded.add(programs.sluice(application, cycles, EMBEDDED, List.of()));
        }
        double seconds = embedded.median(Timing::seconds);
        double plainSeconds = plain.median(Timing::seconds);
        double cold = embedded.medianWarmUp(Timing::seconds);
        double plainCold = plain.medianWarmUp(Timing::seconds);
        report.figure(name, seconds, "s");
        report.figure(name + "-executor", plainSeconds, "s");
        report.figure(name + "-ratio", seconds / plainSeconds, "x");
        report.figure(name + "-cold-ratio", cold / plainCold, "x");
        report.figure(name + "-start-ms", embedded.medianStartMillis(), "ms");
        report.figure(
                name + "-other-cpu", Math.max(embedded.worstOtherCpuPercent(), plain.worstOtherCpuPercent()), "%");
        return seconds / plainSeconds;
    }
}
