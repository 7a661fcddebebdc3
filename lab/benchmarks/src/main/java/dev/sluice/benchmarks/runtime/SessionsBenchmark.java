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
 * Workers with one session each on this machine: 10 to 4,000 directly below the master, and two thousand below 1, 4 and
 * 16 sub-masters. Checks that all register, and measures the master's connections, its memory for them, and its
 * processor time per empty unit.
 */
public final class SessionsBenchmark implements Benchmark {
    private static final int WORKERS = 2_000;
    private static final int PROCESSES = 2;

    /** More connections at a time that have not registered are closed. */
    private static final int MOST_AT_ONCE = 2_000;

    private static final long UNITS = 1_000_000;
    private static final List<Integer> SUB_MASTERS = List.of(0, 1, 4, 16);

    /** A master registers 4,096 workers of one address at once, and then 16 a second. */
    private static final List<Integer> SESSIONS = List.of(10, 100, 1_000, 4_000);

    /** The cycle that counts: in those before it the master's code is compiled, which takes a second processor. */
    private static final int COUNTED = 3;

    @Override
    public String question() {
        return "the master's processor time for a unit, with 10 to 4,000 sessions, and with 2,000 workers below 1, 4 and 16"
                + " sub-masters";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        int fewer = Math.min(10, programs.effort().divisor());
        for (int sessions : SESSIONS) {
            measure(programs, report, sessions + "-sessions", 0, sessions / fewer);
        }
        for (int subMasters : SUB_MASTERS) {
            measure(programs, report, "under-" + subMasters, subMasters, WORKERS / fewer);
        }
    }

    private static void measure(Programs programs, FigureReport report, String shape, int subMasters, int workers)
            throws IOException, InterruptedException {
        long units = UNITS / programs.effort().divisor();
        try (GatedMaster master = new GatedMaster(programs, units + "," + units + "x" + COUNTED)) {
            measure(master, report, shape, subMasters, workers);
        }
    }

    private static void measure(GatedMaster master, FigureReport report, String shape, int subMasters, int workers)
            throws IOException, InterruptedException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < subMasters; i++) {
            files.add(master.subMaster());
        }
        if (files.isEmpty()) {
            files.add(master.runFile());
        }
        long before = residentBytes(master.pid());
        long from = System.nanoTime();
        int registered = 0;
        while (registered < workers) {
            int more = Math.min(MOST_AT_ONCE, workers - registered);
            registered += master.register(PROCESSES, Math.max(1, more / PROCESSES), files);
        }
        report.figure(shape + "-registered", registered, "workers");
        report.figure(shape + "-registered-in", (System.nanoTime() - from) * 1e-9, "s");
        report.figure(shape + "-connections", connections(master.pid()), "connections");
        report.figure(shape + "-memory", (residentBytes(master.pid()) - before) / (double) registered, "bytes/session");
        master.open();
        Timing counted = CycleFigures.read(master.figures()).cycles().get(COUNTED);
        report.figure(shape + "-units", counted.unitsPerSecond(), "units/s");
        report.figure(shape + "-master-cpu", cpuNanos(master.log()) / (double) counted.units(), "ns/unit");
    }

    /** The master's processor time in the counted cycle [ns]. */
    private static long cpuNanos(Path log) throws IOException {
        Matcher cpu = Pattern.compile("cpu " + COUNTED + " (\\d+)").matcher(Files.readString(log));
        if (!cpu.find()) {
            throw new IOException("no processor time of the last cycle (expected: a line 'cpu " + COUNTED + " NANOS')");
        }
        return Long.parseLong(cpu.group(1));
    }

    /** Memory of the process that is resident. */
    private static long residentBytes(long pid) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> 1_024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElseThrow();
        }
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
