package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.light.LightWorkers;
import dev.sluice.benchmarks.timing.CycleFigures;
import dev.sluice.benchmarks.timing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Two thousand workers with one session each on this machine, directly below the master and below 1, 4 and 16
 * sub-masters. Checks that all register, and measures the master's connections and its processor time per empty unit.
 */
public final class SessionsBenchmark implements Benchmark {
    private static final int WORKERS = 2_000;
    private static final int PROCESSES = 2;
    private static final long UNITS = 1_000_000;
    private static final List<Integer> SUB_MASTERS = List.of(0, 1, 4, 16);
    private static final long LONGEST_SECONDS = 300;

    @Override
    public String question() {
        return "the master's processor time for a unit, with 2,000 workers below it and below 1, 4 and 16 sub-masters";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        int divisor = programs.effort().divisor();
        for (int subMasters : SUB_MASTERS) {
            Path directory = Files.createTempDirectory("sluice-sessions");
            List<Process> started = new ArrayList<>();
            try {
                measure(
                        programs,
                        report,
                        subMasters,
                        WORKERS / Math.min(10, divisor),
                        UNITS / divisor,
                        directory,
                        started);
            } finally {
                started.forEach(Process::destroyForcibly);
                for (Process each : started) {
                    each.waitFor();
                }
                Programs.remove(directory);
            }
        }
    }

    private static void measure(
            Programs programs,
            FigureReport report,
            int subMasters,
            int workers,
            long units,
            Path directory,
            List<Process> started)
            throws Exception {
        String shape = "under-" + subMasters;
        Path gate = directory.resolve("gate");
        Path figures = directory.resolve("figures");
        Path log = directory.resolve("master.log");
        Path runFile = directory.resolve("private").resolve("worker.run");
        Process master = programs.master(
                EmptyUnits.class,
                List.of(
                        "--listen",
                        "127.0.0.1:0",
                        "--transport",
                        "tcp",
                        "--run-file",
                        runFile.toString(),
                        "--no-history",
                        "--run-dir",
                        directory.resolve("run").toString()),
                List.of("--cycles=" + units + "," + units, "--figures=" + figures, "--gate=" + gate),
                log);
        started.add(master);
        List<Path> files = new ArrayList<>();
        await(runFile, master);
        for (int i = 0; i < subMasters; i++) {
            Path below = directory.resolve("private").resolve(i + ".run");
            Process subMaster = programs.subMaster(runFile, below, directory.resolve("cache"));
            started.add(subMaster);
            await(below, subMaster);
            files.add(below);
        }
        if (files.isEmpty()) {
            files.add(runFile);
        }
        List<Process> light = new ArrayList<>();
        long from = System.nanoTime();
        for (int i = 0; i < PROCESSES; i++) {
            Process process = light(workers / PROCESSES, files);
            light.add(process);
            started.add(process);
        }
        int registered = 0;
        for (Process each : light) {
            String line = each.inputReader().readLine();
            if (line == null || !line.startsWith("registered ")) {
                throw new IOException(shape + ": " + line + " (expected: all registered)");
            }
            registered += Integer.parseInt(line.substring("registered ".length()));
        }
        report.figure(shape + "-registered", registered, "workers");
        report.figure(shape + "-registered-in", (System.nanoTime() - from) * 1e-9, "s");
        report.figure(shape + "-connections", connections(master.pid()), "connections");
        Files.createFile(gate);
        if (!master.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || master.exitValue() != 0) {
            throw new IOException(shape + ": the master did not end well:\n" + Files.readString(log));
        }
        Timing counted = CycleFigures.read(figures).cycles().get(1);
        report.figure(shape + "-units", counted.unitsPerSecond(), "units/s");
        report.figure(shape + "-master-cpu", cpuNanos(log) / (double) counted.units(), "ns/unit");
    }

    static void await(Path file, Process process) throws Exception {
        while (!Files.exists(file)) {
            if (!process.isAlive()) {
                throw new IOException("exit " + process.exitValue() + " (expected: " + file.getFileName() + ")");
            }
            Thread.sleep(50);
        }
    }

    /** Starts so many light workers in one process, spread over the run files. */
    static Process light(int count, List<Path> files) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                LightWorkers.class.getName(),
                String.valueOf(count)));
        files.forEach(file -> command.add(file.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The master's processor time in the second cycle [ns]. */
    private static long cpuNanos(Path log) throws IOException {
        Matcher cpu = Pattern.compile("cpu 1 (\\d+)").matcher(Files.readString(log));
        if (!cpu.find()) {
            throw new IOException("no processor time of the second cycle (expected: a line 'cpu 1 NANOS')");
        }
        return Long.parseLong(cpu.group(1));
    }

    /** Number of connections that the process accepted on its listening ports, from its own table of sockets. */
    private static long connections(long pid) throws IOException {
        List<String> own = new ArrayList<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                String target = Files.isSymbolicLink(descriptor)
                        ? Files.readSymbolicLink(descriptor).toString()
                        : "";
                if (target.startsWith("socket:[")) {
                    own.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        long count = 0;
        for (String table : List.of("tcp", "tcp6")) {
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
                String[] fields = line.strip().split("\\s+");
                if (fields.length > 9 && fields[3].equals("01") && own.contains(fields[9])) {
                    count++;
                }
            }
        }
        return count;
    }
}
