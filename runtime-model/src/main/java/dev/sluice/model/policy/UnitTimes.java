package dev.sluice.model.policy;

/**
 * Unit times of one worker.
 *
 * @param units number of units timed in the run
 * @param meanSeconds μ over the recent units [s]; positive if {@code units} is
 * @param variance σ² over the same units [s²]; 0 while fewer than two were timed
 */
public record UnitTimes(long units, double meanSeconds, double variance) {
    /** No unit was timed. */
    public static final UnitTimes NONE = new UnitTimes(0, 0, 0);
}
