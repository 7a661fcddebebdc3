package dev.sluice.net.message;

/**
 * Master to pool, every second: what the run could use.
 *
 * @param unitsLeft units of this cycle that nobody computes yet
 * @param unitsRunning units that workers hold
 * @param unitNanos mean time of a unit on a slot; 0 if unknown [ns]
 * @param usefulSlots slots beyond which more add less than the least gain, by the flow model; 0 if unknown
 * @param unitsDone accepted units of the whole run
 * @param moreCome whether later cycles may bring more units
 * @param usefulLimit what limits the useful slots, such as "the master's link"; empty if they are unknown
 * @param neededSlots slots that the deadline of the run needs, even beyond the useful ones; 0 without a deadline
 */
public record PoolNeeds(
        long unitsLeft,
        long unitsRunning,
        long unitNanos,
        int usefulSlots,
        long unitsDone,
        boolean moreCome,
        String usefulLimit,
        int neededSlots)
        implements Message {
    private static final int LONGEST_LIMIT = 255;

    /** Nothing is known yet. */
    public static final PoolNeeds UNKNOWN = new PoolNeeds(0, 0, 0, 0, 0, true, "", 0);

    public PoolNeeds {
        Checks.notNegative("unitsLeft", unitsLeft);
        Checks.notNegative("unitsRunning", unitsRunning);
        Checks.notNegative("unitNanos", unitNanos);
        Checks.notNegative("usefulSlots", usefulSlots);
        Checks.notNegative("unitsDone", unitsDone);
        Checks.notNegative("neededSlots", neededSlots);
        Checks.between("usefulLimit", usefulLimit.length(), 0, LONGEST_LIMIT);
    }

    /** The same needs with this number of useful slots, and what limits them. */
    public PoolNeeds withUseful(int slots, String limit) {
        String cut = limit.substring(0, Math.min(limit.length(), LONGEST_LIMIT));
        return new PoolNeeds(unitsLeft, unitsRunning, unitNanos, slots, unitsDone, moreCome, cut, neededSlots);
    }

    /** The same needs with the slots that a deadline needs. */
    public PoolNeeds withNeeded(int slots) {
        return new PoolNeeds(unitsLeft, unitsRunning, unitNanos, usefulSlots, unitsDone, moreCome, usefulLimit, slots);
    }
}
