package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;

/**
 * The same search with cycles that are not open: each has the most promising nodes, and ends before the next begins.
 */
public final class CyclicKnapsack extends Knapsack {
    @Override
    protected Cycle<Items> cycle(int number) {
        int units = number == 0 ? 1 : takeNext();
        return units == 0 ? Cycle.none() : Cycle.of(units, items);
    }

    @Override
    protected Node unit(long index) {
        return index == 0 && super.unit(0) == null ? root() : super.unit(index);
    }

    @Override
    void grow() {
        // the next cycle has what is left
    }
}
