package dev.sluice.model.simulate;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;

/**
 * Units on their way to a worker.
 *
 * @param lull what the master says of the time before
 * @param decidedNanos when the scheduler decided it
 */
record Handed(int cycle, AttemptRun run, long firstUnit, long endUnit, Lull lull, long decidedNanos) {
    int units() {
        return (int) (endUnit - firstUnit);
    }
}
