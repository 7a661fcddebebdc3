package dev.sluice.benchmarks;

import dev.sluice.benchmarks.timing.Cycles;

/**
 * How much is measured.
 *
 * @param repetitions how often each side is started; medians are taken over all timed cycles of all starts
 * @param divisor what every number of units is divided by
 * @param again what real runs took the last time is taken instead of running them, where a benchmark keeps it
 */
record Effort(int repetitions, int divisor, boolean again) {
    private static final int QUICK_DIVISOR = 100;

    /** Shows that it runs. */
    static Effort quick(boolean again) {
        return new Effort(1, QUICK_DIVISOR, again);
    }

    /** The cycles written in {@code text}, each divided, and none under four units. */
    Cycles cycles(String text) {
        return new Cycles(Cycles.parse(text).units().stream()
                .map(units -> Math.max(Math.min(units, 4), units / divisor))
                .toList());
    }
}
