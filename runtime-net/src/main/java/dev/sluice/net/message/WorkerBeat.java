package dev.sluice.net.message;

/**
 * Worker to master, every two seconds: it lives, and a digest of what it holds.
 *
 * @param tick counts the beats of this session from 1
 * @param assignSequence newest Assign received
 * @param resultSequence newest Results or UnitFailed sent; this message may overtake it
 * @param unitsHeld units in work or queued
 */
public record WorkerBeat(long tick, long assignSequence, long resultSequence, long unitsHeld, WorkerStats stats)
        implements Message {
    public WorkerBeat {
        Checks.notNegative("tick", tick);
        Checks.notNegative("assignSequence", assignSequence);
        Checks.notNegative("resultSequence", resultSequence);
        Checks.notNegative("unitsHeld", unitsHeld);
    }
}
