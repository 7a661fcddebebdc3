package dev.sluice.model.policy;

/**
 * How long units take on one worker.
 *
 * @param units how many were timed in the run
 * @param meanSeconds μ, over what was timed lately; above 0 when {@code units} is
 * @param variance σ² [s²], of the same; 0 while fewer than two were timed
 */
public record UnitTimes(long units, double meanSeconds, double variance) {
    /** None was timed. */
    public static final UnitTimes NONE = new UnitTimes(0, 0, 0);
}
