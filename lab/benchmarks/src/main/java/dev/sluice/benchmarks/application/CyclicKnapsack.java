package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;

/**
 * The same search with cycles that are not open: each has the most promising nodes, and ends before the next begins.
 */
public final class CyclicKnapsack extends Knapsack {
    @Override
    protected Cycle<Items> cycle(int number) {
        if (number == 0) {
            return Cycle.of(super.cycle(0).units(), items);
        }
        int units = takeNext();
        return units == 0 ? Cycle.none() : Cycle.of(units, items);
    }

    @Override
    void grow() {
        // the next cycle has what is left
    }
}
