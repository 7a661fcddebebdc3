package dev.sluice.model.delivery;

import dev.sluice.model.schedule.SchedulerConfig;

/**
 * Decides when a sub-master sends the results it gathered to its parent: when they are many or large, or have waited
 * for {@link SchedulerConfig#BATCHING_NANOS}. While many messages are not acknowledged, the parent or the link to it is
 * busy. Then results wait for several such periods, so that each message carries more of them and costs the parent less
 * per result. Confined to the loop of the sub-master.
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

    private long bytes;
    private long units;
    private int waits;

    /** Starts without results. */
    public BranchBatching() {}

    /** True if the gathered results leave before so many bytes are added. */
    public boolean leavesBefore(long moreBytes) {
        return bytes + moreBytes > FULL_BYTES;
    }

    /** Adds results of so many units. Returns true if all gathered results leave at once. */
    public boolean add(long moreBytes, long moreUnits) {
        bytes += moreBytes;
        units += moreUnits;
        return bytes >= FULL_BYTES || units >= FULL_UNITS;
    }

    /**
     * True if the gathered results, which have waited for a period, wait for another one.
     *
     * @param onTheWay messages sent and not acknowledged
     */
    public boolean waitsAgain(int onTheWay) {
        boolean again = onTheWay > MANY && waits < MOST_WAITS;
        waits += again ? 1 : 0;
        return again;
    }

    /** Number of units whose results wait. */
    public long units() {
        return units;
    }

    /** Size of the results that wait [bytes]. */
    public long bytes() {
        return bytes;
    }

    /** Begins anew, because the gathered results have left. */
    public void clear() {
        bytes = 0;
        units = 0;
        waits = 0;
    }
}
