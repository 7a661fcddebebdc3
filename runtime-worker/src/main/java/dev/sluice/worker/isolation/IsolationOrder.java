package dev.sluice.worker.isolation;

/**
 * Tells slots whether the master wants units isolated, if the run leaves isolation open. Written on the worker loop,
 * read by slots.
 */
public final class IsolationOrder {
    private volatile boolean given;

    /** Records what the master wants from now on. */
    public void give(boolean isolate) {
        given = isolate;
    }

    boolean given() {
        return given;
    }
}
