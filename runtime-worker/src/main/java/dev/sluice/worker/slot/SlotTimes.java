package dev.sluice.worker.slot;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.queue.WorkQueue;
import org.jspecify.annotations.Nullable;

/**
 * What the slots of this worker spent their time on since they began, as the sum of what queue, outbox and slots
 * measured; what is left is the runtime's own work. Confined to the worker loop.
 */
public final class SlotTimes {
    private final int slots;
    private final WorkQueue queue;
    private final ResultOutbox outbox;
    private final SlotCrew crew;
    private boolean begun;
    private long begunNanos;
    private CauseTimes before = CauseTimes.ZERO;
    private @Nullable CauseTimes last;

    public SlotTimes(int slots, WorkQueue queue, ResultOutbox outbox, SlotCrew crew) {
        this.slots = slots;
        this.queue = queue;
        this.outbox = outbox;
        this.crew = crew;
    }

    /** Counts from now on. */
    public void begin(long nowNanos) {
        before = measured(nowNanos);
        begunNanos = nowNanos;
        begun = true;
    }

    /** The worker is another to the master now, which knows nothing of what was: counts anew if it has begun. */
    public void beginAgain(long nowNanos) {
        if (begun) {
            begin(nowNanos);
        }
    }

    /** The run is over: what follows is no part of it. */
    public void end(long nowNanos) {
        last = last == null ? at(nowNanos) : last;
    }

    /** Sums over the slots until now; all zero before they begin. */
    public CauseTimes at(long nowNanos) {
        CauseTimes ended = last;
        if (ended != null || !begun) {
            return ended == null ? CauseTimes.ZERO : ended;
        }
        long total = slots * Math.max(0, nowNanos - begunNanos);
        CauseTimes known = measured(nowNanos).minus(before).atMost(total);
        return known.plus(Cause.RUNTIME, total - known.total());
    }

    private CauseTimes measured(long nowNanos) {
        return queue.waits(nowNanos)
                .plus(outbox.holdups(nowNanos))
                .plus(Cause.SETUP, crew.setupNanos())
                .plus(Cause.COMPUTE, crew.computeNanos(nowNanos));
    }
}
