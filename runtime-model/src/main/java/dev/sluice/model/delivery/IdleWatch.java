package dev.sluice.model.delivery;

import dev.sluice.model.ledger.Lull;

/** Measures since when a worker has had a slot without a unit. Confined to the loop of its master. */
public final class IdleWatch {
    private boolean dry;
    private long drySinceNanos;

    /** Checks whether a slot is left without a unit. Called after the scheduler could have assigned one. */
    public void look(long outstandingUnits, int slots, long nowNanos) {
        if (outstandingUnits < slots && !dry) {
            dry = true;
            drySinceNanos = nowNanos;
        }
    }

    /**
     * Ends the idle time because units were assigned or the cycle ended. Returns the lull, which the master sends to
     * the worker.
     *
     * @param lastResultNanos when the worker's latest results arrived
     */
    public Lull end(long nowNanos, long lastResultNanos) {
        long dryNanos = dry ? Math.max(0, nowNanos - drySinceNanos) : 0;
        dry = false;
        long heardNanos = Math.max(0, nowNanos - lastResultNanos);
        return dryNanos == 0 && heardNanos == 0 ? Lull.NONE : new Lull(dryNanos, heardNanos);
    }
}
