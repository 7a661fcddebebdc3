package dev.sluice.benchmarks.journal;

import dev.sluice.benchmarks.application.BusyUnits;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.MachineLoad;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.benchmarks.timing.Cycles;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;

/**
 * The throughput that a journal costs a run of short units, what the journal itself can take, and how long a journal of
 * a million units takes to read. Everything is written below the directory for the output of programs.
 */
public final class JournalBenchmark implements Benchmark {
    private static final List<String> LEVELS = List.of("none", "os", "sync");
    private static final int SLOTS = 2;

    @Override
    public String question() {
        return "the throughput of units of 1 ms with a journal over that without, records/s, and seconds to recover"
                + " 10^6 units";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        report.figure("load", MachineLoad.load(), "processes");
        alone(programs, report);
        if (programs.output(List.of("run", "--help-all")).contains("--journal")) {
            runs(programs, report);
        }
    }

    /** Measures the journal without a run, in a process of its own. */
    private static void alone(Programs programs, FigureReport report) throws Exception {
        Process load = programs.beside(JournalLoad.class);
        try (BufferedReader out = load.inputReader()) {
            load.outputWriter()
                    .append(programs.logs().resolve("journal").toString())
                    .append("\n" + programs.effort().divisor() + "\n")
                    .close();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                String[] figure = line.split(" ", 3);
                report.figure(figure[0], Double.parseDouble(figure[1]), figure[2]);
            }
            if (load.waitFor() != 0) {
                throw new IOException("exit " + load.exitValue() + " of the journal's load (expected: 0)");
            }
        } finally {
            load.destroy();
        }
    }

    /** Measures runs in one process; the levels take turns. */
    private static void runs(Programs programs, FigureReport report) throws Exception {
        Cycles cycles = programs.effort().cycles("4000,8000x3");
        List<Runs> runs = List.of(new Runs(), new Runs(), new Runs());
        for (int i = 0; i < programs.effort().repetitions(); i++) {
            for (int level = 0; level < LEVELS.size(); level++) {
                List<String> options =
                        List.of("--slots", String.valueOf(SLOTS), "--policy", "SS", "--journal", LEVELS.get(level));
                runs.get(level).add(programs.sluice(BusyUnits.class, cycles, options, List.of()));
            }
        }
        double without = runs.get(0).unitsPerSecond();
        for (int level = 0; level < LEVELS.size(); level++) {
            report.figure("units-" + LEVELS.get(level), runs.get(level).unitsPerSecond(), "units/s");
        }
        report.figure("ratio-sync", runs.get(2).unitsPerSecond() / without, "x");
        report.ratio(runs.get(1).unitsPerSecond() / without);
    }
}
