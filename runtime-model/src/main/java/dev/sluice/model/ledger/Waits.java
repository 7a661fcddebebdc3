package dev.sluice.model.ledger;

/**
 * Why the slots of one worker that have nothing to compute wait. What a wait was for is known when it ends: the message
 * that ends it says for how long the master had had nothing to hand out, and the wait is divided by that. Told what
 * happens, with the time; reads no clock. Confined by its owner, to a lock or to a thread.
 */
public final class Waits {
    private enum Phase {
        /** No cycle is open here: the master's turn. */
        BETWEEN_CYCLES,
        /** Units may come. */
        IN_CYCLE,
        /** There is no connection. */
        CUT_OFF
    }

    private final boolean[] waiting;
    private final boolean[] delivering;
    private final long[] sinceNanos;
    private final long[] spent = new long[Cause.values().length];
    private Phase phase = Phase.BETWEEN_CYCLES;
    private Phase beforeCut = Phase.BETWEEN_CYCLES;

    /** No slot waits yet. */
    public Waits(int slots) {
        this.waiting = new boolean[slots];
        this.delivering = new boolean[slots];
        this.sinceNanos = new long[slots];
    }

    /**
     * A slot has nothing to compute.
     *
     * @param largeOnTheWay whether large results of this worker have not arrived yet
     */
    public void idle(int slot, long nowNanos, boolean largeOnTheWay) {
        waiting[slot] = true;
        delivering[slot] = largeOnTheWay;
        sinceNanos[slot] = nowNanos;
    }

    /** It has again. What passed since the message that woke it is not a wait. */
    public void busy(int slot) {
        waiting[slot] = false;
    }

    /** The setup of a new cycle is here, and was on its way for {@code wireNanos}. */
    public void setupArrived(long nowNanos, long wireNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            long wait = take(slot, nowNanos);
            long setup = Math.min(wait, Math.max(0, wireNanos));
            add(Cause.SETUP, setup);
            add(Cause.MASTER, wait - setup);
        }
        phase = Phase.IN_CYCLE;
    }

    /**
     * Units are here.
     *
     * @param arrivingNanos between their first byte and their last
     */
    public void assigned(long nowNanos, Lull lull, long arrivingNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            long wait = take(slot, nowNanos);
            long inputs = Math.min(wait, Math.max(0, arrivingNanos));
            add(Cause.INPUTS_LINK, inputs);
            divide(slot, wait - inputs, lull);
        }
    }

    /** The master collects what is kept here: until then nothing was left to compute, from now on results travel. */
    public void collected(long nowNanos) {
        for (int slot = 0; slot < waiting.length; slot++) {
            add(guess(slot), take(slot, nowNanos));
            delivering[slot] = true;
        }
    }

    /** The cycle is over. */
    public void cycleEnded(long nowNanos, Lull lull) {
        for (int slot = 0; slot < waiting.length; slot++) {
            divide(slot, take(slot, nowNanos), lull);
            delivering[slot] = false;
        }
        phase = Phase.BETWEEN_CYCLES;
    }

    /** The connection broke. */
    public void cut(long nowNanos) {
        settle(nowNanos);
        beforeCut = phase == Phase.CUT_OFF ? beforeCut : phase;
        phase = Phase.CUT_OFF;
    }

    /** It is there again. */
    public void healed(long nowNanos) {
        settle(nowNanos);
        phase = phase == Phase.CUT_OFF ? beforeCut : phase;
    }

    /** All waits so far; those that last are put where they will most likely belong. */
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
        return switch (phase) {
            case BETWEEN_CYCLES -> Cause.MASTER;
            case IN_CYCLE -> delivering[slot] ? Cause.RESULTS_LINK : Cause.NO_WORK;
            case CUT_OFF -> Cause.INPUTS_LINK;
        };
    }

    /**
     * Large results travelled until the master had them; then it had nothing to hand out, or had not got round to it.
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

    /** How long the slot has waited since that was last divided; 0 when it does not wait. */
    private long take(int slot, long nowNanos) {
        if (!waiting[slot]) {
            return 0;
        }
        long wait = Math.max(0, nowNanos - sinceNanos[slot]);
        sinceNanos[slot] = Math.max(nowNanos, sinceNanos[slot]);
        return wait;
    }
}
