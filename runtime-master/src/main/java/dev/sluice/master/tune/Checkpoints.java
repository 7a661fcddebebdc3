package dev.sluice.master.tune;

/**
 * The moments at which a tuner looks at an open cycle: each tenth of its units, and a time that is due. Confined to the
 * master loop.
 */
final class Checkpoints {
    private static final int TENTHS = 10;

    /** The reason to look at the run now. */
    enum Reached {
        /** There is none. */
        NOTHING,
        /** A tenth of the cycle has been done since the latest checkpoint. */
        TENTH,
        /** A time that was due has come, in the tenth of the latest checkpoint. */
        TIME
    }

    /** No look is due before the next tenth. */
    private static final long NONE = -1;

    /** Tenths at the latest checkpoint; -1 if the begin of the cycle is one too. */
    private int tenth;

    private long dueNanos = NONE;

    /** A cycle begins with so many units done, and its begin is no checkpoint. */
    void begin(long done, long units) {
        tenth = tenths(done, units);
        dueNanos = NONE;
    }

    /** A cycle begins, and its begin is a checkpoint. */
    void beginAtOnce() {
        tenth = -1;
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
        return reached(done, units, nowNanos) != Reached.NOTHING;
    }

    /** Tells which checkpoint has been reached. Each one is told once. */
    Reached reached(long done, long units, long nowNanos) {
        int now = tenths(done, units);
        boolean due = dueNanos != NONE && nowNanos >= dueNanos;
        boolean next = now > tenth && now < TENTHS;
        if (!next && !due) {
            return Reached.NOTHING;
        }
        tenth = now;
        dueNanos = NONE;
        return next ? Reached.TENTH : Reached.TIME;
    }

    private static int tenths(long done, long units) {
        return units == 0 ? 0 : (int) (TENTHS * done / units);
    }
}
