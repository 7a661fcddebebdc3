package dev.sluice.model.delivery;

import dev.sluice.model.schedule.SchedulerConfig;

/**
 * When results that a sub-master gathers leave for its master: when they are many, or large, or have waited for
 * {@link SchedulerConfig#BATCHING_NANOS}. While many messages are on the way the master, or the link to it, has enough
 * to do: then they wait so long several times, so that they are many and each costs it less.
 */
public final class BranchBatching {
    /** Results together that leave at once, and are not exceeded by more than one. */
    public static final long FULL_BYTES = ResultBatching.FULL_BYTES;

    private static final int FULL_UNITS = 1024;

    /** Messages that are not acknowledged, with which results wait longer. */
    private static final int MANY = 4;

    /** How often they do: what is on the way may be acknowledged only after what is gathered. */
    private static final int MOST_WAITS = 5;

    private BranchBatching() {}

    /** Whether they leave at once. */
    public static boolean isFull(long bytes, long units) {
        return bytes >= FULL_BYTES || units >= FULL_UNITS;
    }

    /**
     * Whether they wait once more when their time is over.
     *
     * @param onTheWay messages that left and are not acknowledged
     * @param waits how often they did
     */
    public static boolean waitsAgain(int onTheWay, int waits) {
        return onTheWay > MANY && waits < MOST_WAITS;
    }
}
