package dev.sluice.master;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import java.util.ArrayList;
import java.util.List;

/** One assignment on its way out. {@code next} and {@code end} are confined to the application thread. */
public final class FeedTask {
    public final AttemptRun run;

    /** When the scheduler decided it [ns of the loop]: a round trip starts here. */
    final long decidedNanos;

    /** What the time before was to the worker. */
    final Lull lull;

    /** The first unit whose input is not sent. */
    public long next;

    /** One past the last unit to send; moves down when units are taken back before they were sent. */
    public long end;

    FeedTask(AttemptRun run, long decidedNanos, Lull lull) {
        this.run = run;
        this.lull = lull;
        this.decidedNanos = decidedNanos;
        this.next = run.firstUnit();
        this.end = run.endUnit();
    }

    private FeedTask(FeedTask whole, long next, long end) {
        this.run = whole.run;
        this.lull = whole.lull;
        this.decidedNanos = whole.decidedNanos;
        this.next = next;
        this.end = end;
    }

    /** What is left to send of it without [from, to), which lies within that. */
    List<FeedTask> without(long from, long to) {
        List<FeedTask> rest = new ArrayList<>(2);
        if (next < from) {
            rest.add(new FeedTask(this, next, from));
        }
        if (to < end) {
            rest.add(new FeedTask(this, to, end));
        }
        return rest;
    }
}
