package dev.sluice.benchmarks.runtime;

import dev.sluice.benchmarks.harness.Benchmark;
import dev.sluice.benchmarks.harness.FigureReport;
import dev.sluice.benchmarks.harness.Programs;
import java.util.List;

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
        PythonFigures figures = PythonFigures.of(
                programs,
                report,
                "measure.py",
                List.of(
                        "--empty=" + EMPTY_UNITS / programs.effort().divisor(),
                        "--arrays=" + ARRAYS / programs.effort().divisor(),
                        "--repetitions=" + programs.effort().repetitions()));
        report.ratio(figures.get("application-empty") / figures.get("pool-empty"));
    }
}
