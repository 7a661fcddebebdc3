package dev.sluice.worker.isolation;

import dev.sluice.net.message.UnitTerms.Isolation;

/**
 * Whether a slot's units are computed in a process of their own. With {@link Isolation#AUTO} they are once they take a
 * second, since what isolation costs is lost in that, and are not again when they have become a tenth of it. Confined
 * to the slot's thread.
 */
public final class IsolationPolicy {
    static final long APART_NANOS = 1_000_000_000L;
    static final long BACK_NANOS = APART_NANOS / 10;

    private static final int MEASURED = 2;
    private static final int MEMORY_SHIFT = 2;

    private final Isolation mode;
    private long units;
    private long meanNanos;
    private boolean apart;

    public IsolationPolicy(Isolation mode) {
        this.mode = mode;
        this.apart = mode == Isolation.ON;
    }

    /** Whether units are always isolated. */
    public boolean always() {
        return mode == Isolation.ON;
    }

    public boolean apart() {
        return apart;
    }

    /** A unit took so long. */
    public void computed(long nanos) {
        if (mode == Isolation.AUTO) {
            meanNanos += units == 0 ? nanos : (nanos - meanNanos) >> MEMORY_SHIFT;
            units++;
            apart = apart ? meanNanos > BACK_NANOS : units >= MEASURED && meanNanos > APART_NANOS;
        }
    }
}
