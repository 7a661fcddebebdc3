package dev.sluice.net.message;

import java.util.List;

/**
 * Worker to master, every two seconds: it lives, and a digest of what it holds.
 *
 * @param tick counts the beats of this session from 1
 * @param assignSequence newest Assign received
 * @param resultSequence newest Results or UnitFailed sent; this message may overtake it
 * @param unitsHeld units in work or queued
 * @param echo of the master's beats
 * @param longUnits units that compute for long, the longest first; at most {@link LongUnit#MOST}
 */
public record WorkerBeat(
        long tick,
        long assignSequence,
        long resultSequence,
        long unitsHeld,
        WorkerStats stats,
        Echo echo,
        List<LongUnit> longUnits)
        implements Message {
    /**
     * Measures the round trip, without the time for which the peer held the answer.
     *
     * @param tick of the newest {@link MasterBeat} received, 0 before the first
     * @param heldNanos how long before this was sent it had arrived [ns]
     */
    public record Echo(long tick, long heldNanos) {
        /** No beat was received yet. */
        public static final Echo NONE = new Echo(0, 0);

        public Echo {
            Checks.notNegative("echoTick", tick);
            Checks.notNegative("echoHeldNanos", heldNanos);
        }
    }

    public WorkerBeat {
        Checks.notNegative("tick", tick);
        Checks.notNegative("assignSequence", assignSequence);
        Checks.notNegative("resultSequence", resultSequence);
        Checks.notNegative("unitsHeld", unitsHeld);
        Checks.between("longUnits", longUnits.size(), 0, LongUnit.MOST);
        longUnits = List.copyOf(longUnits);
    }
}
