package dev.sluice.benchmarks.tuning;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.ReportField;
import dev.sluice.benchmarks.harness.Runs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Real runs under AUTO beside fixed policies, in turn. Units sleep, so that slots need no processor; nothing is fed
 * ahead, so that each slot waits for every chunk and one unit at a time is a bad choice.
 */
public final class AutoRunsBenchmark implements Benchmark {
    private static final int UNITS = 60_000;

    /** The policies that are compared; AUTO begins with SS, and the others are known to win here. */
    private enum Contender {
        SS,
        AUTO,
        GSS,
        FAC
    }

    @Override
    public String question() {
        return "60,000 units that sleep 1 to 3 ms on two slots with --prefetch 0: the time under AUTO over that under"
                + " SS";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Map<Contender, List<Double>> seconds = new EnumMap<>(Contender.class);
        List<Double> looks = new ArrayList<>();
        List<Double> percent = new ArrayList<>();
        double load = 0;
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            for (Contender contender : Contender.values()) {
                load = Math.max(load, MachineLoad.load());
                String answer = run(programs, contender);
                double took = ReportField.number(answer, "seconds");
                seconds.computeIfAbsent(contender, unused -> new ArrayList<>()).add(took);
                if (contender == Contender.AUTO) {
                    looks.add(ReportField.number(answer, "looks"));
                    percent.add(100 * ReportField.number(answer, "cpuSeconds") / took);
                }
            }
        }
        for (Contender contender : Contender.values()) {
            report.figure(contender.name(), median(seconds, contender), "s");
        }
        double best = List.of(Contender.SS, Contender.GSS, Contender.FAC).stream()
                .mapToDouble(contender -> median(seconds, contender))
                .min()
                .orElseThrow();
        report.figure("auto-over-best", median(seconds, Contender.AUTO) / best, "x");
        report.figure("looks", Runs.median(looks), "looks");
        report.figure("tuner", Runs.median(percent), "%");
        report.figure("load", load, "processes");
        report.ratio(median(seconds, Contender.AUTO) / median(seconds, Contender.SS));
    }

    private static double median(Map<Contender, List<Double>> seconds, Contender contender) {
        return Runs.median(seconds.getOrDefault(contender, List.of()));
    }

    private static String run(Programs programs, Contender contender) throws Exception {
        Path directory = Files.createTempDirectory("sluice-auto");
        try {
            return programs.output(List.of(
                    "run",
                    programs.emulatorJar().toString(),
                    "--json",
                    "--local=2",
                    "--slots=1",
                    "--prefetch=0",
                    "--policy=" + contender,
                    "--no-history",
                    "--worker-jar=" + programs.workerJar(),
                    "--run-dir=" + directory.resolve("run"),
                    "--",
                    "--units=" + Math.max(100, UNITS / programs.effort().divisor()),
                    "--compute=sleep",
                    "--time=uniform:1ms..3ms"));
        } finally {
            Programs.remove(directory);
        }
    }
}
