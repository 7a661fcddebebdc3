package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The figures that a Python program measures. It prints a line {@code FIGURE VALUE UNIT} for each. */
final class PythonFigures {
    private final Map<String, Double> figures = new HashMap<>();

    private PythonFigures() {}

    /** Runs a program of {@code benchmarks/python} and reports its figures. */
    static PythonFigures of(Programs programs, FigureReport report, String program, List<String> arguments)
            throws IOException, InterruptedException {
        Path path =
                programs.lab().resolveSibling("benchmarks").resolve("python").resolve(program);
        List<String> command = new ArrayList<>(List.of("python3", path.toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("SLUICE_COMMAND", programs.script().toString());
        Process python = builder.start();
        PythonFigures read = new PythonFigures();
        try (var lines = python.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                double value = Double.parseDouble(words[1]);
                read.figures.put(words[0], value);
                report.figure(words[0], value, words[2]);
            }
        }
        if (python.waitFor() != 0) {
            throw new IOException("exit " + python.exitValue() + " of " + path + " (expected: 0)");
        }
        return read;
    }

    double get(String name) {
        return Objects.requireNonNull(figures.get(name), name);
    }
}
