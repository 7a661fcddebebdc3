package dev.sluice.master.tune;

/**
 * The time for which the cycles of a run have been open, without the time between them, and the moments at which a
 * tuner looks at an open one: each tenth of its units, and a time that is due. Confined to the master loop.
 */
final class Checkpoints {
    private static final int TENTHS = 10;

    /** No look is due before the next tenth. */
    private static final long NONE = -1;

    private long earlierNanos;
    private long begunNanos;
    private boolean open;

    /** Tenths at the latest checkpoint. */
    private int tenth;

    private long dueNanos = NONE;

    /** A cycle begins, or is opened again; its begin is no checkpoint. One without units does not count as open. */
    void begin(long nowNanos, boolean hasUnits) {
        begunNanos = nowNanos;
        open = hasUnits;
        tenth = 0;
        dueNanos = NONE;
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

    /**
     * Makes a look due.
     *
     * @param afterNanos negative: none before the next tenth [ns]
     */
    void again(long afterNanos, long fromNanos) {
        dueNanos = afterNanos < 0 ? NONE : fromNanos + afterNanos;
    }

    /** Tells whether a look is due, however much of the cycle is done. */
    boolean isDue(long nowNanos) {
        return dueNanos != NONE && nowNanos >= dueNanos;
    }

    /** Tells whether a checkpoint has been reached. Each one is told once. */
    boolean isReached(long done, long units, long nowNanos) {
        int now = units == 0 ? 0 : (int) (TENTHS * done / units);
        boolean next = now > tenth && now < TENTHS;
        if (!next && !isDue(nowNanos)) {
            return false;
        }
        tenth = now;
        dueNanos = NONE;
        return true;
    }
}
