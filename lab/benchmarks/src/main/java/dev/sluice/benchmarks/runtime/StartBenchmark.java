package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.harness.Starts;
import dev.sluice.benchmarks.harness.Starts.Start;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Measures how long commands of {@code ./sluice} take that have next to nothing to compute. */
public final class StartBenchmark implements Benchmark {
    private static final int STARTS_PER_REPETITION = 3;
    private static final long UNITS = 100;

    @Override
    public String question() {
        return "The start: whole commands and the first unit of runs, beside a bare JVM and an executor";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Starts starts = programs.starts();
        starts.prepare();
        Map<String, Callable<Start>> kinds = new LinkedHashMap<>();
        kinds.put("jvm", starts::jvm);
        kinds.put("version", () -> starts.command("--version"));
        kinds.put("help", () -> starts.command("--help"));
        kinds.put("explain", () -> starts.command("explain", "E101"));
        kinds.put("executor", () -> starts.executor(EmptyUnits.class, UNITS));
        kinds.put("serial", () -> starts.run(EmptyUnits.class, UNITS, "--local=0"));
        kinds.put("embedded", () -> starts.run(EmptyUnits.class, UNITS));
        kinds.put("local", () -> starts.run(EmptyUnits.class, UNITS, "--local", "2"));
        Map<String, List<Start>> measured = new LinkedHashMap<>();
        for (int i = 0; i < STARTS_PER_REPETITION * programs.effort().repetitions(); i++) {
            for (Map.Entry<String, Callable<Start>> kind : kinds.entrySet()) {
                Start start = kind.getValue().call();
                measured.computeIfAbsent(kind.getKey(), name -> new ArrayList<>())
                        .add(start);
            }
        }
        measured.forEach((kind, all) -> {
            report.figure(kind + "-ms", wall(all), "ms");
            double first = Runs.median(all.stream().mapToDouble(Start::firstUnitMillis));
            if (first > 0) {
                report.figure(kind + "-first-unit-ms", first, "ms");
            }
        });
        report.ratio(wall(measured.get("embedded")) / wall(measured.get("serial")));
    }

    private static double wall(@Nullable List<Start> starts) {
        return Runs.median(Objects.requireNonNull(starts).stream().mapToDouble(Start::wallMillis));
    }
}
