package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.util.List;

/** Compares one outstanding unit at each of two slots with one outstanding frame at each of two clients. */
public final class OneOutstandingBenchmark implements Benchmark {

    @Override
    public String question() {
        return "units/s with --prefetch 0 and TLS, over raw Netty ping-pong without TLS, two clients with one frame each";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Effort effort = programs.effort();
        Cycles cycles = effort.cycles("300000,100000x5");
        Runs sluice = new Runs();
        Runs two = new Runs();
        Runs twoTls = new Runs();
        Runs one = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            two.add(programs.raw(cycles, List.of("--window=1")));
            sluice.add(programs.sluice(EmptyUnits.class, cycles, List.of("--prefetch", "0")));
            one.add(programs.raw(cycles, List.of("--window=1", "--workers=1")));
            twoTls.add(programs.raw(cycles, List.of("--window=1", "--tls")));
        }
        double rate = sluice.median(Timing::unitsPerSecond);
        double rawRate = two.median(Timing::unitsPerSecond);
        report.figure("units", rate, "units/s");
        report.figure("steady", sluice.median(Timing::steadyUnitsPerSecond), "units/s");
        report.figure("raw", rawRate, "units/s");
        report.figure("raw-steady", two.median(Timing::steadyUnitsPerSecond), "units/s");
        report.figure("raw-tls", twoTls.median(Timing::unitsPerSecond), "units/s");
        report.figure("raw-one-client", one.median(Timing::unitsPerSecond), "units/s");
        report.figure("start-ms", sluice.medianStartMillis(), "ms");
        report.figure("other-cpu", Math.max(sluice.worstOtherCpuPercent(), two.worstOtherCpuPercent()), "%");
        report.figure("ratio-tls", rate / twoTls.median(Timing::unitsPerSecond), "x");
        report.figure("ratio-one-client", rate / one.median(Timing::unitsPerSecond), "x");
        report.ratio(rate / rawRate);
    }
}
