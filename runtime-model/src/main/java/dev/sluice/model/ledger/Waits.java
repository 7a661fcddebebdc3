package dev.sluice.model.ledger;

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
            long wait = take(slot, nowNanos);
            long setup = Math.min(wait, Math.max(0, wireNanos));
            add(Cause.SETUP, setup);
            add(Cause.MASTER, wait - setup);
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
            long wait = take(slot, nowNanos);
            long inputs = Math.min(wait, Math.max(0, arrivingNanos));
            add(Cause.INPUTS_LINK, inputs);
            divide(slot, wait - inputs, lull);
        }
    }

    /**
     * Records the master's request for deferred results. Before it no unit was left to compute; after it, results
     * travel.
     */
    public void collected(long nowNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            add(guess(slot), take(slot, nowNanos));
            delivering[slot] = true;
        }
    }

    /** Records the end of the cycle. */
    public void cycleEnded(long nowNanos, Lull lull) {
        settleParked(nowNanos);
        for (int slot = 0; slot < waiting.length; slot++) {
            divide(slot, take(slot, nowNanos), lull);
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
            add(guess(slot), take(slot, nowNanos));
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
    private void divide(int slot, long wait, Lull lull) {
        long results = delivering[slot] ? Math.max(0, wait - lull.heardNanos()) : 0;
        long noWork = Math.min(wait - results, lull.dryNanos());
        add(Cause.RESULTS_LINK, results);
        add(Cause.NO_WORK, noWork);
        add(Cause.MASTER, wait - results - noWork);
    }

    private void add(Cause cause, long nanos) {
        spent[cause.ordinal()] += nanos;
    }

    /** The slot's wait since the last attribution [ns]; 0 if it does not wait. */
    private long take(int slot, long nowNanos) {
        if (!waiting[slot]) {
            return 0;
        }
        long wait = Math.max(0, nowNanos - sinceNanos[slot]);
        sinceNanos[slot] = Math.max(nowNanos, sinceNanos[slot]);
        return wait;
    }
}
