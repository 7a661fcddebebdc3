package dev.sluice.master.tune;

/**
 * The time for which the cycles of a run have been open, without the time between them. Confined to its tuner's thread.
 */
final class CycleClock {
    private long earlierNanos;
    private long begunNanos;
    private boolean open;

    /** A cycle has begun, or has been opened again. One without units does not count as open. */
    void begin(long nowNanos, boolean hasUnits) {
        begunNanos = nowNanos;
        open = hasUnits;
    }

    void finish(long nowNanos) {
        earlierNanos += open ? nowNanos - begunNanos : 0;
        open = false;
    }

    boolean isOpen() {
        return open;
    }

    /** When the latest cycle began [ns]. */
    long begunNanos() {
        return begunNanos;
    }

    /** Time of all cycles until this moment of the open one [ns]. */
    long at(long nowNanos) {
        return earlierNanos + nowNanos - begunNanos;
    }
}
