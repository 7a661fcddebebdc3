package dev.sluice.model.schedule;

/**
 * A unit that a worker is presumably computing.
 *
 * @param sinceNanos when the scheduler first saw it as running, which is not before its begin [ns]
 */
public record RunningUnit(long unit, long sinceNanos) {}
