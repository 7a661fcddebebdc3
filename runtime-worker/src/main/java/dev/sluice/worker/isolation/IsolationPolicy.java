package dev.sluice.worker.isolation;

import dev.sluice.net.message.UnitTerms.Isolation;

/**
 * Decides whether a slot's units run in a separate process. With {@link Isolation#AUTO} they do once a unit takes a
 * second, because the cost of isolation is negligible then. They return when units take less than a tenth of that. The
 * master may also give the order to isolate, because units have killed workers; then units wait for the process. An
 * application with a state stays in the worker's process, because each other process would load the state again.
 * Confined to the slot's thread.
 */
public final class IsolationPolicy {
    static final long APART_NANOS = 1_000_000_000L;
    static final long BACK_NANOS = APART_NANOS / 10;

    private static final int MEASURED = 2;
    private static final int MEMORY_SHIFT = 2;

    private final Isolation mode;
    private final IsolationOrder order;
    private long units;
    private long meanNanos;
    private boolean apart;

    /** @param keepsState whether the application loads a state that the slots of a process share */
    public IsolationPolicy(Isolation mode, boolean keepsState, IsolationOrder order) {
        this.mode = effective(mode, keepsState);
        this.order = order;
        this.apart = mode == Isolation.ON;
    }

    /** The isolation of an application that keeps a state or does not. */
    public static Isolation effective(Isolation asked, boolean keepsState) {
        return asked == Isolation.AUTO && keepsState ? Isolation.OFF : asked;
    }

    /** Tells whether no unit may be computed in the worker's process now. */
    public boolean always() {
        return mode == Isolation.ON || mode == Isolation.AUTO && order.given();
    }

    public boolean apart() {
        return apart || always();
    }

    /** Records the time of a unit. */
    public void computed(long nanos) {
        if (mode == Isolation.AUTO) {
            meanNanos += units == 0 ? nanos : (nanos - meanNanos) >> MEMORY_SHIFT;
            units++;
            apart = apart ? meanNanos > BACK_NANOS : units >= MEASURED && meanNanos > APART_NANOS;
        }
    }
}
