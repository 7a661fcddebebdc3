package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.UnevenUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.Effort;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Run;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.Timing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * One of four workers is a hundred times slower than the others: compares cycles with and without copies of late units.
 */
public final class TailBenchmark implements Benchmark {
    @Override
    public String question() {
        return "units of 10 and 100 ms, one of four workers a hundred times slower: seconds without copies over with them";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Effort effort = programs.effort();
        Cycles cycles = effort.cycles("400,400x3");
        Runs insured = new Runs();
        Runs uninsured = new Runs();
        for (int i = 0; i < effort.repetitions(); i++) {
            insured.add(run(programs, cycles, "5"));
            uninsured.add(run(programs, cycles, "0"));
        }
        double seconds = insured.median(Timing::seconds);
        double without = uninsured.median(Timing::seconds);
        report.figure("seconds", seconds, "s");
        report.figure("cold", insured.medianWarmUp(Timing::seconds), "s");
        report.figure("seconds-speculation-0", without, "s");
        report.figure("cold-speculation-0", uninsured.medianWarmUp(Timing::seconds), "s");
        report.figure("other-cpu", Math.max(insured.worstOtherCpuPercent(), uninsured.worstOtherCpuPercent()), "%");
        report.ratio(without / seconds);
    }

    private static Run run(Programs programs, Cycles cycles, String speculation) throws Exception {
        Path place = programs.logs().resolve("slow-place").toAbsolutePath();
        Files.deleteIfExists(place);
        return programs.sluice(
                UnevenUnits.class,
                cycles,
                List.of("--local", "4", "--slots", "1", "--speculation", speculation),
                List.of("--slow-place=" + place, "--slowness=100"));
    }
}
