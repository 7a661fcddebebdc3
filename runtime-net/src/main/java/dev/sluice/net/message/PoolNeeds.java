package dev.sluice.net.message;

/**
 * Master to pool, every second: what the run could use.
 *
 * @param unitsLeft units that may still need slots: those of this cycle that nobody computes yet, or all of them if
 *     another cycle may follow; 0 before the first cycle
 * @param unitsRunning units that workers hold
 * @param unitNanos mean time of a unit on a slot; 0 if unknown [ns]
 * @param usefulSlots slots beyond which more add less than the least gain, by the flow model; 0 if unknown
 * @param unitsDone accepted units of the whole run
 */
public record PoolNeeds(long unitsLeft, long unitsRunning, long unitNanos, int usefulSlots, long unitsDone)
        implements Message {
    /** Nothing is known yet. */
    public static final PoolNeeds UNKNOWN = new PoolNeeds(0, 0, 0, 0, 0);

    public PoolNeeds {
        Checks.notNegative("unitsLeft", unitsLeft);
        Checks.notNegative("unitsRunning", unitsRunning);
        Checks.notNegative("unitNanos", unitNanos);
        Checks.notNegative("usefulSlots", usefulSlots);
        Checks.notNegative("unitsDone", unitsDone);
    }
}
