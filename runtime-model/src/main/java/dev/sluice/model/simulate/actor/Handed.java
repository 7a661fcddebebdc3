package dev.sluice.model.simulate.actor;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;

/** Units on their way to a worker, and in its queue, until slots have taken them all. Confined to its run. */
final class Handed {
    final int cycle;
    final AttemptRun run;

    /** What the master says of the time before. */
    Lull lull = Lull.NONE;

    /** When the scheduler decided it. */
    long decidedNanos;

    /** The first that no slot has taken. */
    long firstUnit;

    /** One past the last that is still the worker's. */
    long endUnit;

    Handed(int cycle, AttemptRun run, long firstUnit, long endUnit) {
        this.cycle = cycle;
        this.run = run;
        this.firstUnit = firstUnit;
        this.endUnit = endUnit;
    }

    Handed decided(long nanos, Lull before) {
        decidedNanos = nanos;
        lull = before;
        return this;
    }

    long units() {
        return endUnit - firstUnit;
    }
}
