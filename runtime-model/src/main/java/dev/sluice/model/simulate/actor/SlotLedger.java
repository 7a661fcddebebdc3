package dev.sluice.model.simulate.actor;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.simulate.Timeline;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Attributes each moment of one worker's slots to a cause. The cause of a wait is known at its end; the wait is divided
 * as a worker divides it ({@link dev.sluice.model.ledger.Waits}), in this order: results, no unit left, the master, the
 * wire. Times have no gap or overlap, so that they sum to slots times life. Confined to its run.
 */
final class SlotLedger {
    private final Timeline timeline;
    private final int host;
    private final boolean[] waiting;
    private final boolean[] delivering;
    private final long[] sinceNanos;
    private final long[] spent = new long[Cause.values().length];
    private boolean inCycle;
    private boolean parked;

    private final long fromNanos;

    /** @param fromNanos the begin of the ledger; a slot may have begun to compute before it */
    SlotLedger(Timeline timeline, int host, int slots, long fromNanos) {
        this.fromNanos = fromNanos;
        this.timeline = timeline;
        this.host = host;
        this.waiting = new boolean[slots];
        this.delivering = new boolean[slots];
        this.sinceNanos = new long[slots];
    }

    /** Adds a slot's time from one time to another. */
    void spent(int slot, Cause cause, long beganNanos, long endedNanos) {
        long begin = Math.max(fromNanos, beganNanos);
        long end = Math.max(fromNanos, endedNanos);
        if (end == begin) {
            return;
        }
        spent[cause.ordinal()] += end - begin;
        if (cause != Cause.COMPUTE && end > begin) {
            timeline.idle(host, slot, cause, begin, end);
        }
    }

    /** Records that a slot is idle. */
    void idle(int slot, long nowNanos, boolean largeOnTheWay) {
        waiting[slot] = true;
        delivering[slot] = largeOnTheWay;
        sinceNanos[slot] = nowNanos;
    }

    /** Records that the slot has work again after being idle. */
    void busy(int slot) {
        waiting[slot] = false;
    }

    /** Records that the worker is parked: its waits until {@link #unparked} have no other cause. */
    void parked(long nowNanos) {
        settle(nowNanos);
        parked = true;
    }

    /** Records that the worker is to get work again. */
    void unparked(long nowNanos) {
        settle(nowNanos);
        parked = false;
    }

    private void settle(long nowNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            if (waiting[slot]) {
                take(slot, guess(slot), nowNanos);
            }
        }
    }

    /** Records the arrival of a cycle's setup, which travelled for {@code wireNanos}. */
    void setupArrived(long nowNanos, long wireNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            if (waiting[slot]) {
                long setup = parked ? 0 : Math.min(nowNanos - sinceNanos[slot], Math.max(0, wireNanos));
                take(slot, parked ? Cause.PARKED : Cause.MASTER, nowNanos - setup);
                take(slot, Cause.SETUP, nowNanos);
            }
        }
        inCycle = true;
    }

    /** Records the arrival of units, whose first byte arrived {@code arrivingNanos} before the last. */
    void assigned(long nowNanos, Lull lull, long arrivingNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            if (waiting[slot]) {
                divide(slot, nowNanos - Math.min(nowNanos - sinceNanos[slot], arrivingNanos), lull);
                take(slot, Cause.INPUTS_LINK, nowNanos);
            }
        }
    }

    /** Records the master's request for deferred results. */
    void collected(long nowNanos) {
        settle(nowNanos);
        Arrays.fill(delivering, true);
    }

    /** Records the end of the cycle. */
    void cycleEnded(long nowNanos, Lull lull) {
        for (int slot = 0; slot < waiting.length; slot++) {
            if (waiting[slot]) {
                divide(slot, nowNanos, lull);
            }
            delivering[slot] = false;
        }
        inCycle = false;
    }

    /** Ends the ledger: waits in progress are attributed to their most likely cause. */
    void end(long nowNanos) {
        settle(nowNanos);
        Arrays.fill(waiting, false);
    }

    /**
     * Records that a slot could not hand over its results for a while. The results whose acknowledgement made room had
     * been at the master for {@code queuedNanos}.
     */
    void heldUp(int slot, long fromNanos, long nowNanos, long queuedNanos) {
        long master = Math.min(nowNanos - fromNanos, queuedNanos);
        spent(slot, Cause.RESULTS_LINK, fromNanos, nowNanos - master);
        spent(slot, Cause.MASTER, nowNanos - master, nowNanos);
    }

    private Cause guess(int slot) {
        if (parked) {
            return Cause.PARKED;
        }
        return !inCycle ? Cause.MASTER : delivering[slot] ? Cause.RESULTS_LINK : Cause.NO_WORK;
    }

    private void divide(int slot, long untilNanos, Lull lull) {
        if (parked) {
            take(slot, Cause.PARKED, untilNanos);
            return;
        }
        long wait = untilNanos - sinceNanos[slot];
        long results = delivering[slot] ? Math.max(0, wait - lull.heardNanos()) : 0;
        long noWork = Math.min(wait - results, lull.dryNanos());
        take(slot, Cause.RESULTS_LINK, sinceNanos[slot] + results);
        take(slot, Cause.NO_WORK, sinceNanos[slot] + noWork);
        take(slot, Cause.MASTER, untilNanos);
    }

    private void take(int slot, Cause cause, long untilNanos) {
        spent(slot, cause, sinceNanos[slot], untilNanos);
        sinceNanos[slot] = untilNanos;
    }

    CauseTimes times() {
        Map<Cause, Long> times = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            times.put(cause, spent[cause.ordinal()]);
        }
        return CauseTimes.of(times);
    }
}
