package dev.sluice.benchmarks.harness;

import dev.sluice.benchmarks.timing.Cycles;
import java.nio.file.Path;
import java.util.List;

/**
 * The effort of a benchmark.
 *
 * @param repetitions number of starts of each side; medians are taken over all timed cycles of all starts
 * @param divisor divisor of every number of units
 * @param again true to reuse the measurements of the last time instead of real runs, if a benchmark stores them
 * @param cases pattern of the names of cases to measure, if a benchmark has named cases
 * @param traces the user's load traces, for benchmarks of forecasts
 * @param transports the transports to measure, if a benchmark compares them
 * @param choices the cases that are drawn, if a benchmark draws them
 */
public record Effort(
        int repetitions,
        int divisor,
        boolean again,
        String cases,
        List<Path> traces,
        List<LocalTransport> transports,
        CaseChoices choices) {
    private static final int QUICK_DIVISOR = 100;

    /** Copies it with the least effort, to show that the benchmark works. */
    public Effort quick() {
        return new Effort(1, QUICK_DIVISOR, again, cases, traces, transports, choices);
    }

    /** Tells whether the benchmark only shows that it works. */
    public boolean isQuick() {
        return divisor > 1;
    }

    /** The cycles in {@code text}, each divided, with at least four units. */
    public Cycles cycles(String text) {
        return new Cycles(Cycles.parse(text).units().stream()
                .map(units -> Math.max(Math.min(units, 4), units / divisor))
                .toList());
    }
}
