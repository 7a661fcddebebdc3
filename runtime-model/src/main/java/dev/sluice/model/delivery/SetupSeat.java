package dev.sluice.model.delivery;

import dev.sluice.model.WorkerId;

/** A worker that gets setups in one session. Confined to the loop of its master. */
public abstract class SetupSeat {
    /** The cycle of the newest setup sent; -1 before the first. */
    private int setupCycle = -1;

    /** When the newest setup was ready to leave [ns]. */
    private long offeredNanos;

    /** When the worker's last cycle ended, or it registered [ns]. */
    private long owedNanos;

    /** Its name. */
    public abstract WorkerId worker();

    /** Number of its slots. */
    public abstract int slots();

    /** True while the run goes on without it. */
    public abstract boolean isParked();

    /** True if the setup of this cycle was sent. */
    public boolean hasSetup(int cycle) {
        return setupCycle == cycle;
    }

    /** Records that it has the setup of this cycle; -1 for none. */
    public void hasSetupOf(int cycle) {
        setupCycle = cycle;
    }

    /** Records that the master owes it a setup from now on: it registers, or its cycle ends. */
    public void owed(long nowNanos) {
        owedNanos = nowNanos;
    }

    /** Time in which the master owed it the newest setup and had none for it [ns]. */
    public long gapNanos() {
        return Math.max(0, offeredNanos - owedNanos);
    }

    void offered(long nowNanos) {
        offeredNanos = nowNanos;
    }
}
