package dev.sluice.net.message;

/**
 * Master to worker: finish the running units, hand back the rest, deliver, leave.
 *
 * @param runOver whether what its slots do from here on is no part of the run
 */
public record Drain(boolean runOver) implements Message {}
