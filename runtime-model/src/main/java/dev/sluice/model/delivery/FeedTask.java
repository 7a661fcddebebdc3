package dev.sluice.model.delivery;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/** One assignment on its way out. Confined to the thread that sends inputs. */
public final class FeedTask {
    private final AttemptRun run;
    private final long decidedNanos;
    private final Lull lull;
    private long next;
    private long end;

    /**
     * An assignment before its first input is sent.
     *
     * @param decidedNanos when the scheduler decided it, which is the start of the round trip
     * @param lull the worker's idle time before the assignment
     */
    public FeedTask(AttemptRun run, long decidedNanos, Lull lull) {
        this(run, decidedNanos, lull, run.firstUnit(), run.endUnit());
    }

    private FeedTask(AttemptRun run, long decidedNanos, Lull lull, long next, long end) {
        this.run = run;
        this.decidedNanos = decidedNanos;
        this.lull = lull;
        this.next = next;
        this.end = end;
    }

    /** The part [first, end) of an earlier assignment, none of which is sent. */
    public static FeedTask part(AttemptRun run, long decidedNanos, long first, long end) {
        return new FeedTask(run, decidedNanos, Lull.NONE, first, end);
    }

    /** The units as they were assigned. */
    public AttemptRun run() {
        return run;
    }

    /** When the scheduler decided it [ns]. */
    public long decidedNanos() {
        return decidedNanos;
    }

    /** The lull before the unit; only the first unit of an assignment ends a lull. */
    public Lull lullBefore(long unit) {
        return unit == run.firstUnit() ? lull : Lull.NONE;
    }

    /** The first unit whose input has not been sent. */
    public long next() {
        return next;
    }

    /** One past the last unit to send. The value decreases when units are taken back before they are sent. */
    public long end() {
        return end;
    }

    /** True if all inputs are sent. */
    public boolean isSent() {
        return next == end;
    }

    /** Records that the inputs of all units before this one are sent. */
    public void sentUpTo(long unit) {
        next = unit;
    }

    /** Takes back up to {@code units} units from the tail. */
    HeldUnits takeBack(long units) {
        long taken = Math.min(units, end - next);
        end -= taken;
        return new HeldUnits(run.attemptOf(end), run.nonce(), end, taken);
    }

    /** Adds the unsent rest without [from, to), which lies within it. */
    void addRestWithout(long from, long to, List<FeedTask> rest) {
        if (next < from) {
            rest.add(new FeedTask(run, decidedNanos, lull, next, from));
        }
        if (to < end) {
            rest.add(new FeedTask(run, decidedNanos, lull, to, end));
        }
    }
}
