package dev.sluice.master;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;

/** One assignment on its way out. {@code next} and {@code end} are confined to the application thread. */
final class FeedTask {
    final AttemptRun run;

    /** When the scheduler decided it [ns of the loop]: a round trip starts here. */
    final long decidedNanos;

    /** What the time before was to the worker. */
    final Lull lull;

    /** The first unit whose input is not sent. */
    long next;

    /** One past the last unit to send; moves down when units are taken back before they were sent. */
    long end;

    FeedTask(AttemptRun run, long decidedNanos, Lull lull) {
        this.run = run;
        this.lull = lull;
        this.decidedNanos = decidedNanos;
        this.next = run.firstUnit();
        this.end = run.endUnit();
    }
}
