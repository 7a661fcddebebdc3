package dev.sluice.model.ledger;

import java.util.Arrays;

/**
 * Attributes the waits of one worker's idle slots to causes. The cause of a wait is known at its end: the message that
 * ends it says how long the master had had no unit to assign. Events carry their time; the class reads no clock.
 * Confined by its owner, to a lock or to a thread.
 */
public final class Waits {
    private enum Phase {
        /** No cycle is open at this worker; the master must act. */
        BETWEEN_CYCLES,
        /** Units may arrive. */
        IN_CYCLE,
        /** The worker is disconnected. */
        CUT_OFF
    }

    /** Receives each part of a slot's wait when it is attributed, in the order of time. */
    @FunctionalInterface
    public interface Parts {
        void waited(int slot, Cause cause, long fromNanos, long toNanos);
    }

    private final Parts parts;
    private final boolean[] waiting;
    private final boolean[] delivering;
    private final long[] sinceNanos;
    private final long[] spent = new long[Cause.values().length];
    private Phase phase = Phase.BETWEEN_CYCLES;
    private Phase beforeCut = Phase.BETWEEN_CYCLES;
    /** True while the run goes on without this worker: idle slots then wait for nothing. */
    private boolean parked;

    /** Starts without waiting slots. */
    public Waits(int slots) {
        this(slots, (slot, cause, from, to) -> {});
    }

    /** Starts without waiting slots, and reports the parts of their waits. */
    public Waits(int slots, Parts parts) {
        this.parts = parts;
        this.waiting = new boolean[slots];
        this.delivering = new boolean[slots];
        this.sinceNanos = new long[slots];
    }

    /**
     * Records that a slot is idle.
     *
     * @param largeOnTheWay true if large results of this worker have not arrived yet
     */
    public void idle(int slot, long nowNanos, boolean largeOnTheWay) {
        waiting[slot] = true;
        delivering[slot] = largeOnTheWay;
        sinceNanos[slot] = nowNanos;
    }

    /** Records that the slot has work again after being idle. The time since the message that woke it is not a wait. */
    public void busy(int slot) {
        waiting[slot] = false;
    }

    /** Records the arrival of a new cycle's setup, which travelled for {@code wireNanos}. */
    public void setupArrived(long nowNanos, long wireNanos) {
        settleParked(nowNanos);
        for (int slot = 0; slot < waiting.length; slot++) {
            take(slot, Cause.MASTER, before(slot, nowNanos, wireNanos));
            take(slot, Cause.SETUP, nowNanos);
        }
        phase = Phase.IN_CYCLE;
    }

    /**
     * Records the arrival of units.
     *
     * @param arrivingNanos time between their first byte and their last
     */
    public void assigned(long nowNanos, Lull lull, long arrivingNanos) {
        settleParked(nowNanos);
        for (int slot = 0; slot < waiting.length; slot++) {
            divide(slot, before(slot, nowNanos, arrivingNanos), lull);
            take(slot, Cause.INPUTS_LINK, nowNanos);
        }
    }

    /**
     * Records the master's request for deferred results. Before it no unit was left to compute; after it, results
     * travel.
     */
    public void collected(long nowNanos) {
        settle(nowNanos);
        Arrays.fill(delivering, true);
    }

    /** Records the end of the cycle. */
    public void cycleEnded(long nowNanos, Lull lull) {
        settleParked(nowNanos);
        for (int slot = 0; slot < waiting.length; slot++) {
            divide(slot, nowNanos, lull);
            delivering[slot] = false;
        }
        phase = Phase.BETWEEN_CYCLES;
    }

    /** Records whether the run goes on without this worker from now on. */
    public void parked(long nowNanos, boolean parks) {
        settle(nowNanos);
        parked = parks;
    }

    /** Attributes all waits of a parked worker, so that no message divides them among other causes. */
    private void settleParked(long nowNanos) {
        if (parked) {
            settle(nowNanos);
        }
    }

    /** Records that the connection broke. */
    public void cut(long nowNanos) {
        settle(nowNanos);
        beforeCut = phase == Phase.CUT_OFF ? beforeCut : phase;
        phase = Phase.CUT_OFF;
    }

    /** Records that the connection is restored. */
    public void healed(long nowNanos) {
        settle(nowNanos);
        phase = phase == Phase.CUT_OFF ? beforeCut : phase;
    }

    /** All waits so far; waits in progress are attributed to their most likely cause. */
    public CauseTimes times(long nowNanos) {
        CauseTimes times = new CauseTimes(spent.clone());
        for (int slot = 0; slot < waiting.length; slot++) {
            if (waiting[slot]) {
                times = times.plus(guess(slot), Math.max(0, nowNanos - sinceNanos[slot]));
            }
        }
        return times;
    }

    private void settle(long nowNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            take(slot, guess(slot), nowNanos);
        }
    }

    private Cause guess(int slot) {
        if (parked) {
            return Cause.PARKED;
        }
        return switch (phase) {
            case BETWEEN_CYCLES -> Cause.MASTER;
            case IN_CYCLE -> delivering[slot] ? Cause.RESULTS_LINK : Cause.NO_WORK;
            case CUT_OFF -> Cause.INPUTS_LINK;
        };
    }

    /**
     * Attributes a wait: first to large results until the master had them, then to the lack of units, and the rest to
     * the master.
     */
    private void divide(int slot, long untilNanos, Lull lull) {
        long wait = Math.max(0, untilNanos - sinceNanos[slot]);
        long results = delivering[slot] ? Math.max(0, wait - lull.heardNanos()) : 0;
        long noWork = Math.min(wait - results, lull.dryNanos());
        take(slot, Cause.RESULTS_LINK, sinceNanos[slot] + results);
        take(slot, Cause.NO_WORK, sinceNanos[slot] + noWork);
        take(slot, Cause.MASTER, untilNanos);
    }

    /** The time before {@code nowNanos} by as much, but within the slot's wait. */
    private long before(int slot, long nowNanos, long nanos) {
        return nowNanos - Math.min(Math.max(0, nowNanos - sinceNanos[slot]), Math.max(0, nanos));
    }

    /** Attributes the slot's wait from the last attribution to this time; nothing if it does not wait. */
    private void take(int slot, Cause cause, long untilNanos) {
        long from = sinceNanos[slot];
        if (waiting[slot] && untilNanos > from) {
            spent[cause.ordinal()] += untilNanos - from;
            sinceNanos[slot] = untilNanos;
            parts.waited(slot, cause, from, untilNanos);
        }
    }
}
