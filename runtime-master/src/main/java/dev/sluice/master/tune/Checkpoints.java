package dev.sluice.master.tune;

/**
 * The moments at which a tuner looks at an open cycle: each tenth of its units, and a time that is due. Confined to the
 * master loop.
 */
final class Checkpoints {
    private static final int TENTHS = 10;

    /** No look is due before the next tenth. */
    private static final long NONE = -1;

    /** Tenths at the latest checkpoint. */
    private int tenth;

    private long dueNanos = NONE;

    /** A cycle begins; its begin is no checkpoint. */
    void begin() {
        tenth = 0;
        dueNanos = NONE;
    }

    /**
     * Makes a look due.
     *
     * @param afterNanos negative: none before the next tenth [ns]
     */
    void again(long afterNanos, long fromNanos) {
        dueNanos = afterNanos < 0 ? NONE : fromNanos + afterNanos;
    }

    /** Tells whether a checkpoint has been reached. Each one is told once. */
    boolean isReached(long done, long units, long nowNanos) {
        int now = units == 0 ? 0 : (int) (TENTHS * done / units);
        boolean due = dueNanos != NONE && nowNanos >= dueNanos;
        boolean next = now > tenth && now < TENTHS;
        if (!next && !due) {
            return false;
        }
        tenth = now;
        dueNanos = NONE;
        return true;
    }
}
