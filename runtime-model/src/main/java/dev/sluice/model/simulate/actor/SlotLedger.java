package dev.sluice.model.simulate.actor;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.SendStalls;
import dev.sluice.model.ledger.Waits;
import dev.sluice.model.simulate.Timeline;

/**
 * Attributes each moment of one worker's slots to a cause: waits and stalls as a worker does, the rest as the
 * simulation knows it. Times have no gap or overlap, so that they sum to slots times life. Confined to its run.
 */
final class SlotLedger {
    final Waits waits;
    private final SendStalls stalls = new SendStalls();
    private final Timeline timeline;
    private final int host;
    private final long[] spent = new long[Cause.values().length];
    private final long fromNanos;

    /** @param fromNanos the begin of the ledger; a slot may have begun to compute before it */
    SlotLedger(Timeline timeline, int host, int slots, long fromNanos) {
        this.waits = new Waits(slots, (slot, cause, from, to) -> timeline.idle(host, slot, cause, from, to));
        this.fromNanos = fromNanos;
        this.timeline = timeline;
        this.host = host;
    }

    /** Adds a slot's time from one time to another in which it did not wait. */
    void spent(int slot, Cause cause, long beganNanos, long endedNanos) {
        long begin = Math.max(fromNanos, beganNanos);
        if (endedNanos > begin) {
            spent[cause.ordinal()] += endedNanos - begin;
            idle(slot, cause, begin, endedNanos);
        }
    }

    private void idle(int slot, Cause cause, long beganNanos, long endedNanos) {
        if (cause != Cause.COMPUTE && endedNanos > beganNanos) {
            timeline.idle(host, slot, cause, beganNanos, endedNanos);
        }
    }

    /** Records that a slot cannot hand over its results. */
    void heldUp(long nowNanos) {
        stalls.begin(nowNanos);
    }

    /** Records that the results whose acknowledgement makes room had been at the master for this time. */
    void queued(long nanos) {
        stalls.queued(nanos);
    }

    /** Records that a slot can hand over its results, for which it had waited since then. */
    void released(int slot, long sinceNanos, long nowNanos) {
        long travelled = sinceNanos + stalls.end(sinceNanos, nowNanos).of(Cause.RESULTS_LINK);
        idle(slot, Cause.RESULTS_LINK, sinceNanos, travelled);
        idle(slot, Cause.MASTER, travelled, nowNanos);
    }

    CauseTimes times(long nowNanos) {
        CauseTimes times = waits.times(nowNanos).plus(stalls.times(nowNanos));
        for (Cause cause : Cause.values()) {
            times = times.plus(cause, spent[cause.ordinal()]);
        }
        return times;
    }
}
