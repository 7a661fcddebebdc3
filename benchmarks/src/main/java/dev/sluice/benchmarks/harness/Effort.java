package dev.sluice.benchmarks.harness;

import dev.sluice.benchmarks.timing.Cycles;
import java.nio.file.Path;
import java.util.List;

/**
 * How much is measured.
 *
 * @param repetitions how often each side is started; medians are taken over all timed cycles of all starts
 * @param divisor what every number of units is divided by
 * @param again what real runs took the last time is taken instead of running them, where a benchmark keeps it
 * @param cases a pattern for the names of those that are measured, where a benchmark has names for them
 * @param traces files of the user with what a machine did, for benchmarks of forecasts
 */
public record Effort(int repetitions, int divisor, boolean again, String cases, List<Path> traces) {
    private static final int QUICK_DIVISOR = 100;

    /** The same, but only to show that it runs. */
    public Effort quick() {
        return new Effort(1, QUICK_DIVISOR, again, cases, traces);
    }

    /** The cycles written in {@code text}, each divided, and none under four units. */
    public Cycles cycles(String text) {
        return new Cycles(Cycles.parse(text).units().stream()
                .map(units -> Math.max(Math.min(units, 4), units / divisor))
                .toList());
    }
}
