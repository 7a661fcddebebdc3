package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/**
 * Measures {@code sluice each} beside {@code xargs -P} and GNU parallel, with two commands at a time. Each side reads
 * the same inputs from a file as its standard input; its output goes to a file.
 */
public final class CommandsBenchmark implements Benchmark {
    private static final int LONGEST_MINUTES = 30;

    /** GNU parallel starts this share of the commands of the others, because it takes ten times as long. */
    private static final int PARALLEL_SHARE = 10;

    /** A program with one argument, and how often it is started. */
    private enum Load {
        TRUE("true", "1", 10_000),
        SLEEP("sleep", "0.01", 1_000),
        ECHO("echo", "a line", 10_000);

        private final String name;
        private final String input;
        private final int commands;

        Load(String name, String input, int commands) {
            this.name = name;
            this.input = input;
            this.commands = commands;
        }
    }

    @Override
    public String question() {
        return "commands: milliseconds for each of many short commands, beside xargs -P2 and GNU parallel";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        Path directory = Files.createDirectories(programs.logs().resolve("commands"));
        Path will = Files.createDirectories(directory.resolve("parallel"));
        Files.writeString(will.resolve("will-cite"), "");
        boolean beside = isInstalled();
        for (Load load : Load.values()) {
            int commands = Math.max(20, load.commands / programs.effort().divisor());
            List<String> each = words(List.of(programs.script().toString(), "each", "-j", "2"), load);
            List<String> xargs = words(List.of("xargs", "-d", "\\n", "-P2", "-n1"), load);
            List<String> parallel = words(List.of("parallel", "-j2"), load);
            double[] ours = new double[programs.effort().repetitions()];
            double[] floor = new double[ours.length];
            double[] theirs = new double[ours.length];
            for (int i = 0; i < ours.length; i++) {
                ours[i] = millis(each, inputs(directory, commands, load.input), directory) / commands;
                floor[i] = millis(xargs, inputs(directory, commands, load.input), directory) / commands;
                int fewer = Math.max(20, commands / PARALLEL_SHARE);
                theirs[i] =
                        beside ? millis(parallel, inputs(directory, fewer, load.input), directory) / fewer : Double.NaN;
            }
            report.figure(load.name, Runs.median(DoubleStream.of(ours)), "ms");
            report.figure(load.name + "-xargs", Runs.median(DoubleStream.of(floor)), "ms");
            report.figure(
                    load.name + "-over-xargs",
                    Runs.median(DoubleStream.of(ours)) / Runs.median(DoubleStream.of(floor)),
                    "x");
            if (beside) {
                report.figure(load.name + "-parallel", Runs.median(DoubleStream.of(theirs)), "ms");
                report.figure(
                        load.name + "-parallel-over-each",
                        Runs.median(DoubleStream.of(theirs)) / Runs.median(DoubleStream.of(ours)),
                        "x");
            }
            if (load == Load.TRUE) {
                report.ratio(Runs.median(DoubleStream.of(ours)) / Runs.median(DoubleStream.of(floor)));
            }
        }
    }

    private static List<String> words(List<String> runner, Load load) {
        List<String> all = new ArrayList<>(runner);
        all.add(load.name);
        return all;
    }

    private static Path inputs(Path directory, int count, String line) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < count; i++) {
            lines.append(line).append('\n');
        }
        return Files.writeString(directory.resolve("inputs.txt"), lines);
    }

    /** Wall time of a command that must end with 0 [ms]. */
    static double millis(List<String> command, Path inputs, Path directory) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectInput(inputs.toFile())
                .redirectOutput(directory.resolve("output.txt").toFile())
                .redirectError(directory.resolve("errors.txt").toFile());
        builder.environment().put("PARALLEL_HOME", directory.resolve("parallel").toString());
        long start = System.nanoTime();
        Process process = builder.start();
        if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(
                    command + " did not end with 0 (expected: it does); see " + directory.resolve("errors.txt"));
        }
        return (System.nanoTime() - start) / 1e6;
    }

    private static boolean isInstalled() throws IOException, InterruptedException {
        return new ProcessBuilder("sh", "-c", "command -v parallel")
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
