package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.LargeResultUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.ArrayList;
import java.util.List;

/** Compares results of one mebibyte with messages of one mebibyte streamed in parts of 256 KiB. */
public final class ResultsBenchmark implements Benchmark {

    @Override
    public String question() {
        return "400 results of 1 MiB, MiB/s over raw Netty streaming in the same security mode";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Effort effort = programs.effort();
        double ratio = measure(programs, report, effort.cycles("2000,400x7"), true);
        double plain = measure(programs, report, effort.cycles("2000,400x7"), false);
        report.figure("ratio-plain", plain, "x");
        report.ratio(ratio);
    }

    private static double measure(Programs programs, FigureReport report, Cycles cycles, boolean tls) throws Exception {
        Runs sluice = new Runs();
        Runs raw = new Runs();
        Runs rawTwoLoops = new Runs();
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            raw.add(programs.raw(cycles, rawOptions(tls, 1)));
            sluice.add(programs.sluice(LargeResultUnits.class, cycles, tls ? List.of() : List.of("--insecure")));
            rawTwoLoops.add(programs.raw(cycles, rawOptions(tls, 2)));
        }
        String mode = tls ? "" : "-plain";
        double rate = sluice.median(Timing::unitsPerSecond);
        double rawRate = raw.median(Timing::unitsPerSecond);
        report.figure("results" + mode, rate, "MiB/s");
        report.figure("steady" + mode, sluice.median(Timing::steadyUnitsPerSecond), "MiB/s");
        report.figure("raw" + mode, rawRate, "MiB/s");
        report.figure("raw-steady" + mode, raw.median(Timing::steadyUnitsPerSecond), "MiB/s");
        report.figure("raw-two-loops" + mode, rawTwoLoops.median(Timing::unitsPerSecond), "MiB/s");
        report.figure("start-ms" + mode, sluice.medianStartMillis(), "ms");
        report.figure("other-cpu" + mode, Math.max(sluice.worstOtherCpuPercent(), raw.worstOtherCpuPercent()), "%");
        report.figure("ratio-two-loops" + mode, rate / rawTwoLoops.median(Timing::unitsPerSecond), "x");
        return rate / rawRate;
    }

    private static List<String> rawOptions(boolean tls, int loops) {
        List<String> options = new ArrayList<>(List.of("--message=1048576", "--window=4", "--loops=" + loops));
        if (tls) {
            options.add("--tls");
        }
        return options;
    }
}
