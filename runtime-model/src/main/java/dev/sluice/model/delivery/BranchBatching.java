package dev.sluice.model.delivery;

import dev.sluice.model.schedule.SchedulerConfig;

/**
 * Decides when a sub-master sends the results it gathered to its parent: when they are many or large, or have waited
 * for {@link SchedulerConfig#BATCHING_NANOS}. While many messages are not acknowledged, the parent or the link to it is
 * busy. Then results wait for several such periods, so that each message carries more of them and costs the parent less
 * per result.
 */
public final class BranchBatching {
    /** Size at which a batch leaves at once. The last result added may exceed it. */
    public static final long FULL_BYTES = ResultBatching.FULL_BYTES;

    private static final int FULL_UNITS = 1024;

    /** Number of unacknowledged messages above which results wait longer. */
    private static final int MANY = 4;

    /**
     * Maximum number of waiting periods. The limit is needed because the messages on the way may be acknowledged only
     * after the gathered results were sent.
     */
    private static final int MOST_WAITS = 5;

    private BranchBatching() {}

    /** True if the gathered results leave at once. */
    public static boolean isFull(long bytes, long units) {
        return bytes >= FULL_BYTES || units >= FULL_UNITS;
    }

    /**
     * True if the gathered results wait for another period.
     *
     * @param onTheWay messages sent and not acknowledged
     * @param waits number of periods they have waited
     */
    public static boolean waitsAgain(int onTheWay, int waits) {
        return onTheWay > MANY && waits < MOST_WAITS;
    }
}
