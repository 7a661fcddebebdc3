package dev.sluice.model.failure;

/**
 * The record of a peer: how many units its workers computed in the run so far, and how many failed there. A peer that
 * has computed much more than it failed is believed when it says that a unit fails. Confined to its owner, the
 * scheduler.
 */
public final class Standing {
    /** Units that a peer must compute for each unit that fails there, before it is believed. */
    static final int COMPUTED_PER_FAILED = 10;

    private long computed;
    private long failed;
    private boolean disproven;

    /** Makes the standing of a peer that has done nothing yet. */
    public Standing() {}

    /** Adds units that the peer computed. */
    public void computed(long units) {
        computed += units;
    }

    /** A unit failed there, or killed a worker of the peer. */
    public void failed() {
        failed++;
    }

    /** A result of the peer could not be decoded: the peer is never believed again, whatever else it computes. */
    public void disprove() {
        disproven = true;
    }

    /** Tells whether the peer is believed. */
    public boolean isProven() {
        return !disproven && computed > 0 && computed >= COMPUTED_PER_FAILED * failed;
    }
}
