package dev.sluice.benchmarks;

import dev.sluice.benchmarks.timing.Cycles;

/**
 * How much is measured.
 *
 * @param repetitions how often each side is started; medians are taken over all timed cycles of all starts
 * @param divisor what every number of units is divided by
 */
record Effort(int repetitions, int divisor) {
    static final Effort QUICK = new Effort(1, 100);

    /** The cycles written in {@code text}, each divided, and none under four units. */
    Cycles cycles(String text) {
        return new Cycles(Cycles.parse(text).units().stream()
                .map(units -> Math.max(Math.min(units, 4), units / divisor))
                .toList());
    }
}
