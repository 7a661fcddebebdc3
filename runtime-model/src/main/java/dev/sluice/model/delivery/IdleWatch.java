package dev.sluice.model.delivery;

import dev.sluice.model.ledger.Lull;

/** Since when a worker has a slot for which its master has no unit. Confined to the loop of its master. */
public final class IdleWatch {
    private boolean dry;
    private long drySinceNanos;

    /** Looks whether a slot is left without a unit, after the scheduler could have assigned one. */
    public void look(long outstandingUnits, int slots, long nowNanos) {
        if (outstandingUnits < slots && !dry) {
            dry = true;
            drySinceNanos = nowNanos;
        }
    }

    /**
     * The worker is given units, or the cycle ends. Returns what the master tells it of the time before.
     *
     * @param lastResultNanos when its latest results arrived
     */
    public Lull end(long nowNanos, long lastResultNanos) {
        long dryNanos = dry ? Math.max(0, nowNanos - drySinceNanos) : 0;
        dry = false;
        long heardNanos = Math.max(0, nowNanos - lastResultNanos);
        return dryNanos == 0 && heardNanos == 0 ? Lull.NONE : new Lull(dryNanos, heardNanos);
    }
}
