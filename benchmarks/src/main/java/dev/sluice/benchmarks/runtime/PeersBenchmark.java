package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.EmptyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.model.simulate.cost.PeerCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The master's cost of a message beside 1 to 64 sessions of light workers, and the fit of o0 + o1·P of the LogGP model.
 */
public final class PeersBenchmark implements Benchmark {
    private static final int MOST = 64;
    private static final int REPETITIONS = 2;
    private static final long UNITS = 1_000_000;
    private static final long LONGEST_SECONDS = 300;

    @Override
    public String question() {
        return "the master's processor time for a message, beside 1 to 64 sessions";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        List<PeerCost.Row> rows = new ArrayList<>();
        for (int repetition = 0; repetition < REPETITIONS; repetition++) {
            for (int sessions = 1; sessions <= MOST; sessions *= 2) {
                double nanos = messageNanos(programs, sessions);
                report.figure(sessions + "-sessions", nanos, "ns/message");
                rows.add(new PeerCost.Row(sessions, nanos, 1));
            }
        }
        PeerCost cost = PeerCost.fit(rows).orElseThrow();
        report.figure("o0", cost.messageNanos(), "ns/message");
        report.figure("o1", cost.peerNanos(), "ns/message/session");
        report.figure("o1-error", cost.peerError(), "ns/message/session");
    }

    private static double messageNanos(Programs programs, int sessions) throws Exception {
        Path directory = Files.createTempDirectory("sluice-peers");
        List<Process> started = new ArrayList<>();
        try {
            return messageNanos(programs, sessions, directory, started);
        } finally {
            started.forEach(Process::destroyForcibly);
            for (Process each : started) {
                each.waitFor();
            }
            Programs.remove(directory);
        }
    }

    private static double messageNanos(Programs programs, int sessions, Path directory, List<Process> started)
            throws Exception {
        long units = UNITS / programs.effort().divisor();
        Path gate = directory.resolve("gate");
        Path runFile = directory.resolve("private").resolve("worker.run");
        Path log = directory.resolve("master.log");
        Path run = directory.resolve("run");
        List<String> options = List.of(
                "--listen",
                "127.0.0.1:0",
                "--transport",
                "tcp",
                "--run-file",
                runFile.toString(),
                "--no-history",
                "--run-dir",
                run.toString());
        List<String> arguments = List.of(
                "--cycles=" + units + "," + units, "--figures=" + directory.resolve("figures"), "--gate=" + gate);
        Process master = programs.master(EmptyUnits.class, options, arguments, log);
        started.add(master);
        SessionsBenchmark.await(runFile, master);
        Process light = SessionsBenchmark.light(sessions, List.of(runFile));
        started.add(light);
        String line = light.inputReader().readLine();
        if (line == null || !line.equals("registered " + sessions)) {
            throw new IOException(sessions + " sessions: " + line + " (expected: all registered)");
        }
        Files.createFile(gate);
        if (!master.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS) || master.exitValue() != 0) {
            throw new IOException(sessions + " sessions: the master did not end well:\n" + Files.readString(log));
        }
        String report = Files.readString(run.resolve("run.json"));
        Matcher cost =
                Pattern.compile("\"masterMessageNanos\":\\s*([-+.\\dEe]+)").matcher(report);
        if (!cost.find()) {
            throw new IOException(sessions + " sessions: the run counted no cost of a message (expected: in run.json)");
        }
        return Double.parseDouble(cost.group(1));
    }
}
