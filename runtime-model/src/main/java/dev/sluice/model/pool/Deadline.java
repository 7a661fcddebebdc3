package dev.sluice.model.pool;

/** A time at which a run should have ended, as its master sees it. Pure. */
public final class Deadline {
    /** Stands for no deadline [ns]. */
    public static final long NONE = Long.MAX_VALUE;

    private Deadline() {}

    /**
     * The least number of slots that compute these units before the deadline, if each slot adds as much as the first
     * one. After the deadline, it is one slot for each unit.
     *
     * @param units that are left or running
     * @param unitNanos mean time of a unit on a slot; 0 if it is unknown, then no slot is needed [ns]
     * @param leftNanos time to the deadline, at most 0 when it is over; {@link #NONE} without one [ns]
     */
    public static int slots(long units, long unitNanos, long leftNanos) {
        if (leftNanos == NONE || unitNanos <= 0 || units <= 0) {
            return 0;
        }
        double needed = leftNanos > 0 ? Math.ceil((double) units * unitNanos / leftNanos) : units;
        return (int) Math.min(Math.min(units, needed), Integer.MAX_VALUE);
    }
}
