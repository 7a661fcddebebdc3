package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.light.LightAgents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * A pool with a thousand light agents of one slot each on this machine, and three equal runs that share them. The pool
 * and the masters are real processes with a heap of 256 MB. Each master checks each result. A unit occupies its slot
 * for a time in which nothing is computed.
 */
public final class PoolBenchmark implements Benchmark {
    private static final int AGENTS = 1_000;
    private static final int PROCESSES = 2;
    private static final int RUNS = 3;
    private static final int UNITS = 20_000;
    private static final long UNIT_NANOS = 500_000_000;
    private static final String HEAP = "-Xmx256m";
    private static final long LONGEST_SECONDS = 300;

    @Override
    public String question() {
        return "the time of three runs that share 1,000 light workers of a pool over the ideal time, and the memory of"
                + " pool and masters";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        int agents = AGENTS / Math.min(10, programs.effort().divisor());
        int units = UNITS / programs.effort().divisor();
        Path directory = Files.createTempDirectory("sluice-pool");
        List<Process> started = new ArrayList<>();
        try {
            measure(programs, report, agents, units, directory, started);
        } finally {
            for (Process each : started) {
                each.descendants().forEach(ProcessHandle::destroyForcibly);
                each.destroyForcibly();
                each.waitFor();
            }
            Programs.remove(directory);
        }
    }

    private static void measure(
            Programs programs, FigureReport report, int agents, int units, Path directory, List<Process> started)
            throws Exception {
        Path place = directory.resolve("pool");
        Path log = directory.resolve("pool.log");
        ProcessBuilder builder = new ProcessBuilder(
                programs.command(List.of("pool", "serve", "--pool-dir=" + place, "--listen=127.0.0.1:0")));
        builder.environment().put("JAVA_TOOL_OPTIONS", HEAP);
        Process pool =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        started.add(pool);
        Path file = place.resolve("private").resolve("agent.run");
        while (!Files.exists(file)) {
            if (!pool.isAlive()) {
                throw new IOException("exit " + pool.exitValue() + " of the pool:\n" + Files.readString(log));
            }
            Thread.sleep(50);
        }
        long from = System.nanoTime();
        List<Process> light = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            Process process = light(agents / PROCESSES, file);
            light.add(process);
            started.add(process);
        }
        for (Process each : light) {
            String line = each.inputReader().readLine();
            if (line == null) {
                throw new IOException("a process with light agents ended (expected: all registered)");
            }
        }
        report.figure("registered-in", (System.nanoTime() - from) * 1e-9, "s");
        runs(programs, report, place, pool, agents, units);
    }

    private static void runs(Programs programs, FigureReport report, Path place, Process pool, int agents, int units)
            throws Exception {
        List<String> words = new ArrayList<>(List.of("submit", "--pool-dir=" + place));
        words.add(programs.applicationsJar().toString());
        words.addAll(List.of("--class", EmptyUnits.class.getName(), "--no-history"));
        words.addAll(List.of("--", "--cycles=" + Math.max(1, units / 100) + "," + units));
        List<Process> waits = new ArrayList<>();
        ExecutorService users = Executors.newFixedThreadPool(RUNS);
        long from = System.nanoTime();
        try {
            Callable<String> user = () ->
                    programs.output(words, Map.of("JAVA_TOOL_OPTIONS", HEAP)).strip();
            for (Future<String> id : users.invokeAll(Collections.nCopies(RUNS, user))) {
                waits.add(programs.start(List.of("attach", "--wait", id.get())));
            }
        } finally {
            users.shutdownNow();
        }
        double[] ended = new double[RUNS];
        long poolBytes = 0;
        long masterBytes = 0;
        for (int left = RUNS; left > 0; ) {
            if (System.nanoTime() - from > LONGEST_SECONDS * 1_000_000_000L) {
                throw new IOException(left + " runs go on after " + LONGEST_SECONDS + " s");
            }
            Thread.sleep(100);
            poolBytes = Math.max(poolBytes, peakBytes(pool.pid()));
            for (ProcessHandle master : pool.descendants().toList()) {
                masterBytes = Math.max(masterBytes, peakBytes(master.pid()));
            }
            for (int run = 0; run < RUNS; run++) {
                Process wait = waits.get(run);
                if (ended[run] == 0 && !wait.isAlive()) {
                    if (wait.exitValue() != 0) {
                        throw new IOException("exit " + wait.exitValue() + " of run " + run + " (expected: 0)");
                    }
                    ended[run] = (System.nanoTime() - from) * 1e-9;
                    left--;
                }
            }
        }
        double first = Double.POSITIVE_INFINITY;
        double last = 0;
        for (double each : ended) {
            first = Math.min(first, each);
            last = Math.max(last, each);
        }
        report.figure("first-run", first, "s");
        report.figure("last-run", last, "s");
        report.figure("pool-memory", poolBytes / 1e6, "MB");
        report.figure("master-memory", masterBytes / 1e6, "MB");
        report.ratio(last / (RUNS * (double) units * UNIT_NANOS * 1e-9 / agents));
    }

    /** The largest resident memory that a process ever had [bytes]; 0 if it is gone. */
    private static long peakBytes(long pid) throws IOException {
        Path status = Path.of("/proc/" + pid + "/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
                    .sum();
        } catch (IOException | UncheckedIOException ended) {
            return 0;
        }
    }

    private static Process light(int count, Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        LightAgents.class.getName(),
                        String.valueOf(count),
                        String.valueOf(UNIT_NANOS),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
