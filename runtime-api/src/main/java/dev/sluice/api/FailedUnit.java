package dev.sluice.api;

/**
 * A unit whose result will never come: it failed on every worker that tried it. Immutable.
 *
 * @param cycle number of its cycle
 * @param index 0 ≤ index < units of the cycle
 * @param error type and message of the last exception, or another reason in one line
 */
public record FailedUnit(int cycle, long index, String error) {}
