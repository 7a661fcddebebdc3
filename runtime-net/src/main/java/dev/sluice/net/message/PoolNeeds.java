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
 */
public record PoolNeeds(
        long unitsLeft, long unitsRunning, long unitNanos, int usefulSlots, long unitsDone, boolean moreCome)
        implements Message {
    /** Nothing is known yet. */
    public static final PoolNeeds UNKNOWN = new PoolNeeds(0, 0, 0, 0, 0, true);

    public PoolNeeds {
        Checks.notNegative("unitsLeft", unitsLeft);
        Checks.notNegative("unitsRunning", unitsRunning);
        Checks.notNegative("unitNanos", unitNanos);
        Checks.notNegative("usefulSlots", usefulSlots);
        Checks.notNegative("unitsDone", unitsDone);
    }
}
