package dev.sluice.model.ledger;

/**
 * For how long the slots of one worker could not hand over what they had computed, because too much of it was on the
 * way. Told what happens, with the time; reads no clock. Confined by its owner, to a lock or to a thread.
 */
public final class SendStalls {
    private int held;
    /** Sum of when those that are held up began to be, modulo 2⁶⁴. */
    private long heldSince;

    private long queuedNanos;
    private CauseTimes ended = CauseTimes.ZERO;

    /** Nobody is held up. */
    public SendStalls() {}

    /** A slot cannot go on. */
    public void begin(long nowNanos) {
        held++;
        heldSince += nowNanos;
    }

    /** One that could not since {@code sinceNanos} can. */
    public void end(long sinceNanos, long nowNanos) {
        held--;
        heldSince -= sinceNanos;
        ended = ended.plus(divided(nowNanos - sinceNanos, 1));
    }

    /** The results whose acknowledgement made room had waited so long at the master; the rest they had travelled. */
    public void queued(long nanos) {
        queuedNanos = nanos;
    }

    /** All of it so far. */
    public CauseTimes times(long nowNanos) {
        return held == 0 ? ended : ended.plus(divided(held * nowNanos - heldSince, held));
    }

    private CauseTimes divided(long waitNanos, int slots) {
        long wait = Math.max(0, waitNanos);
        long master = Math.min(wait, slots * queuedNanos);
        return CauseTimes.ZERO.plus(Cause.MASTER, master).plus(Cause.RESULTS_LINK, wait - master);
    }
}
