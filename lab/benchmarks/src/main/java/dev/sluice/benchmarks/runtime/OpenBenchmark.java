package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.application.CyclicKnapsack;
import dev.sluice.benchmarks.application.Knapsack;
import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import dev.sluice.benchmarks.harness.Runs;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Measures work that arrives while other work runs: calls of Python, lines of a stream, and a branch and bound in one
 * open cycle beside the same in cycles, with the best number of units in each.
 */
public final class OpenBenchmark implements Benchmark {
    /** Units sleep most of their time, so that a machine with few processors has these slots. */
    private static final int SLOTS = 8;

    private static final int NODE_NANOS = 2_000_000;

    @Override
    public String question() {
        return "open cycles: calls, idle slots and lines of a stream in ms; branch and bound beside the same in cycles";
    }

    @Override
    public void measure(Programs programs, FigureReport report) throws Exception {
        boolean quick = programs.effort().isQuick();
        PythonFigures.of(
                programs,
                report,
                "open.py",
                quick ? List.of("--calls=20", "--seconds=2", "--units=50", "--lines=5", "--points=20") : List.of());
        double open = seconds(programs, Knapsack.class, SLOTS + 1);
        double cycles = DoubleStream.of(
                        seconds(programs, CyclicKnapsack.class, SLOTS),
                        seconds(programs, CyclicKnapsack.class, 2 * SLOTS),
                        seconds(programs, CyclicKnapsack.class, 4 * SLOTS))
                .min()
                .orElseThrow();
        report.figure("knapsack", open, "s");
        report.figure("knapsack-cycles", cycles, "s");
        report.ratio(cycles / open);
    }

    private static double seconds(Programs programs, Class<?> application, int ahead) throws Exception {
        int nanos = programs.effort().isQuick() ? NODE_NANOS / 100 : NODE_NANOS;
        double[] seconds = new double[programs.effort().repetitions()];
        for (int i = 0; i < seconds.length; i++) {
            String answer = programs.answer(
                    "run",
                    application,
                    List.of("--slots=" + SLOTS, "--no-history", "--quiet"),
                    List.of("--ahead=" + ahead, "--nodes=300", "--nanos=" + nanos));
            String[] words = answer.strip().split(" ");
            seconds[i] = Double.parseDouble(words[words.length - 1]) / 1e3;
        }
        return Runs.median(DoubleStream.of(seconds));
    }
}
