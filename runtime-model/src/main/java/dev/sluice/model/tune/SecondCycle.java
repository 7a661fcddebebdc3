package dev.sluice.model.tune;

import dev.sluice.model.simulate.Timeline;

/**
 * Passes on what happens in the second cycle of a simulation, from its begin.
 *
 * @param to sees it as the first one
 */
record SecondCycle(Timeline to, long beganNanos) implements Timeline {
    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        if (cycle == 1) {
            to.computed(host, slot, 0, firstUnit, units, fromNanos - beganNanos, toNanos - beganNanos, finished);
        }
    }
}
