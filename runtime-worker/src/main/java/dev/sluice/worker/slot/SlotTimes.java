package dev.sluice.worker.slot;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.worker.outbox.ResultOutbox;
import dev.sluice.worker.queue.WorkQueue;
import org.jspecify.annotations.Nullable;

/**
 * Slot time of this worker by cause, summed over its slots, as measured by queue, outbox and slots. The remaining time
 * is the runtime's own work. Confined to the worker loop.
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

    /** Starts counting. */
    public void begin(long nowNanos) {
        before = measured(nowNanos);
        begunNanos = nowNanos;
        begun = true;
    }

    /** Starts counting again, if it has begun, because the master knows this worker under a new id. */
    public void beginAgain(long nowNanos) {
        if (begun) {
            begin(nowNanos);
        }
    }

    /** Stops counting, because the run is over. */
    public void end(long nowNanos) {
        last = last == null ? at(nowNanos) : last;
    }

    /** Sums over the slots until now; all zero before counting begins. */
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
