package dev.sluice.model.simulate.actor;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;

/** Units on their way to a worker, and in its queue, until slots have taken all of them. Confined to its run. */
final class Handed {
    final int cycle;
    final AttemptRun run;

    /** The master's report about the time before the assignment. */
    Lull lull = Lull.NONE;

    /** When the scheduler decided the assignment. */
    long decidedNanos;

    /** The first unit that no slot has taken. */
    long firstUnit;

    /** One past the last unit that the worker still has. */
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

    /** The units from this one on, as a worker names them. */
    HeldUnits held(long from) {
        return new HeldUnits(run.attemptOf(from), run.nonce(), from, endUnit - from);
    }
}
