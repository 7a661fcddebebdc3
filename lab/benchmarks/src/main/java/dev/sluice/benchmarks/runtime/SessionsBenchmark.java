package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.timing.CycleFigures;
import dev.sluice.benchmarks.timing.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @Override
    public String question() {
        return "the master's processor time for a unit, with 2,000 workers below it and below 1, 4 and 16 sub-masters";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        int divisor = programs.effort().divisor();
        for (int subMasters : SUB_MASTERS) {
            try (GatedMaster master = new GatedMaster(programs, UNITS / divisor)) {
                measure(master, report, subMasters, WORKERS / Math.min(10, divisor));
            }
        }
    }

    private static void measure(GatedMaster master, FigureReport report, int subMasters, int workers)
            throws IOException, InterruptedException {
        String shape = "under-" + subMasters;
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < subMasters; i++) {
            files.add(master.subMaster());
        }
        if (files.isEmpty()) {
            files.add(master.runFile());
        }
        long from = System.nanoTime();
        int registered = master.register(PROCESSES, workers / PROCESSES, files);
        report.figure(shape + "-registered", registered, "workers");
        report.figure(shape + "-registered-in", (System.nanoTime() - from) * 1e-9, "s");
        report.figure(shape + "-connections", connections(master.pid()), "connections");
        master.open();
        Timing counted = CycleFigures.read(master.figures()).cycles().get(1);
        report.figure(shape + "-units", counted.unitsPerSecond(), "units/s");
        report.figure(shape + "-master-cpu", cpuNanos(master.log()) / (double) counted.units(), "ns/unit");
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
