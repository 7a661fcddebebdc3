package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures Python units beside a process pool of Python. A Python program does it; this class passes its figures on.
 */
public final class PythonBenchmark implements Benchmark {
    private static final int EMPTY_UNITS = 100_000;
    private static final int ARRAYS = 1_000;

    @Override
    public String question() {
        return "Python: empty units and arrays of 1 MiB by an application and by map, beside a process pool";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Path script = programs.script();
        Path measure =
                programs.lab().resolveSibling("benchmarks").resolve("python").resolve("measure.py");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        "python3",
                        measure.toString(),
                        "--empty=" + EMPTY_UNITS / programs.effort().divisor(),
                        "--arrays=" + ARRAYS / programs.effort().divisor(),
                        "--repetitions=" + programs.effort().repetitions()))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("SLUICE_COMMAND", script.toString());
        Process python = builder.start();
        Map<String, Double> figures = new HashMap<>();
        try (var lines = python.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                double value = Double.parseDouble(words[1]);
                figures.put(words[0], value);
                report.figure(words[0], value, words[2]);
            }
        }
        if (python.waitFor() != 0) {
            throw new IOException("exit " + python.exitValue() + " of " + measure + " (expected: 0)");
        }
        report.ratio(figure(figures, "application-empty") / figure(figures, "pool-empty"));
    }

    private static double figure(Map<String, Double> figures, String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }
}
