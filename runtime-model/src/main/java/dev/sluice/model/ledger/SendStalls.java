package dev.sluice.model.ledger;

/**
 * Measures how long the slots of one worker could not hand over their results because the result window was full.
 * Events carry their time; the class reads no clock. Confined by its owner, to a lock or to a thread.
 */
public final class SendStalls {
    private int held;
    /** Sum of the start times of the current stalls, modulo 2⁶⁴. */
    private long heldSince;

    private long queuedNanos;
    private CauseTimes ended = CauseTimes.ZERO;

    /** Starts without stalls. */
    public SendStalls() {}

    /** Records that a slot stalls. */
    public void begin(long nowNanos) {
        held++;
        heldSince += nowNanos;
    }

    /** Records that a slot that had stalled since {@code sinceNanos} continues. Returns its wait by cause. */
    public CauseTimes end(long sinceNanos, long nowNanos) {
        held--;
        heldSince -= sinceNanos;
        CauseTimes wait = divided(nowNanos - sinceNanos, 1);
        ended = ended.plus(wait);
        return wait;
    }

    /**
     * Records how long the results whose acknowledgement made room had waited at the master. The rest of a stall is
     * travel time.
     */
    public void queued(long nanos) {
        queuedNanos = nanos;
    }

    /** All stalls so far, by cause. */
    public CauseTimes times(long nowNanos) {
        return held == 0 ? ended : ended.plus(divided(held * nowNanos - heldSince, held));
    }

    private CauseTimes divided(long waitNanos, int slots) {
        long wait = Math.max(0, waitNanos);
        long master = Math.min(wait, slots * queuedNanos);
        return CauseTimes.ZERO.plus(Cause.MASTER, master).plus(Cause.RESULTS_LINK, wait - master);
    }
}
