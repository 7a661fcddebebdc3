package dev.sluice.benchmarks;

import dev.sluice.benchmarks.timing.Cycles;

/**
 * How much is measured.
 *
 * @param repetitions how often each side is started; medians are taken over all timed cycles of all starts
 * @param divisor what every number of units is divided by
 * @param again what real runs took the last time is taken instead of running them, where a benchmark keeps it
 * @param cases a pattern for the names of those that are measured, where a benchmark has names for them
 */
record Effort(int repetitions, int divisor, boolean again, String cases) {
    private static final int QUICK_DIVISOR = 100;

    /** The same, but only to show that it runs. */
    Effort quick() {
        return new Effort(1, QUICK_DIVISOR, again, cases);
    }

    /** The cycles written in {@code text}, each divided, and none under four units. */
    Cycles cycles(String text) {
        return new Cycles(Cycles.parse(text).units().stream()
                .map(units -> Math.max(Math.min(units, 4), units / divisor))
                .toList());
    }
}
