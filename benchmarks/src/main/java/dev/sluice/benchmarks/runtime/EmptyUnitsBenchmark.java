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

/** Compares units that compute nothing, each scheduled by itself, with request and reply frames of the same size. */
public final class EmptyUnitsBenchmark implements Benchmark {
    private static final String WARM_UP = "10000000";
    private static final List<Long> SIZES = List.of(10_000L, 100_000L, 1_000_000L, 10_000_000L);

    @Override
    public String question() {
        return "empty units/s under SS with TLS, over raw Netty without TLS, 64 frames outstanding, one unit a frame";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Effort effort = programs.effort();
        Cycles cycles = effort.cycles(WARM_UP + ",10000x7,100000x5,1000000x3,10000000");
        Cycles rawCycles = effort.cycles(WARM_UP + ",1000000x3,10000000");
        Runs sluice = new Runs();
        Runs raw = new Runs();
        Runs batched = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            raw.add(programs.raw(rawCycles, List.of("--window=64")));
            sluice.add(programs.sluice(EmptyUnits.class, cycles, List.of()));
            batched.add(
                    programs.raw(effort.cycles("50000000,10000000x3"), List.of("--window=4", "--units-per-frame=64")));
        }
        double rawRate = raw.median(Timing::unitsPerSecond);
        double slowest = Double.MAX_VALUE;
        for (long size : SIZES) {
            long units = Math.max(4, size / effort.divisor());
            double rate = sluice.median(units, Timing::unitsPerSecond);
            report.figure("units-" + size, rate, "units/s");
            slowest = size >= 1_000_000 ? Math.min(slowest, rate) : slowest;
        }
        long longest = SIZES.get(SIZES.size() - 1) / effort.divisor();
        report.figure("steady", sluice.median(longest, Timing::steadyUnitsPerSecond), "units/s");
        report.figure("cold", sluice.medianWarmUp(Timing::unitsPerSecond), "units/s");
        report.figure("raw", rawRate, "units/s");
        report.figure("raw-steady", raw.median(longest, Timing::steadyUnitsPerSecond), "units/s");
        report.figure("raw-cold", raw.medianWarmUp(Timing::unitsPerSecond), "units/s");
        report.figure("raw-batched", batched.median(Timing::unitsPerSecond), "units/s");
        report.figure("start-ms", sluice.medianStartMillis(), "ms");
        report.figure("other-cpu", Math.max(sluice.worstOtherCpuPercent(), raw.worstOtherCpuPercent()), "%");
        report.figure("ratio-batched", slowest / batched.median(Timing::unitsPerSecond), "x");
        report.ratio(slowest / rawRate);
    }
}
