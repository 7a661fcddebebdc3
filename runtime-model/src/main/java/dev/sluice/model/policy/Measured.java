package dev.sluice.model.policy;

/**
 * Measurements over all slots. Slots without measurements count as average ones.
 *
 * @param units number of units timed in the run
 * @param overheadSeconds h: overhead of one allocation, the mean of the workers' round trips [s]; NaN until one is
 *     known
 * @param deviationSeconds σ of unit times within a worker, pooled over workers [s]; differences between workers do not
 *     count, because weights express them; NaN until two units of one worker were timed
 * @param rateWups Σ 1/μ over all p slots [units/s]; 0 until a unit was timed
 * @param dispersionSeconds Σ σ²/μ over all p slots [s]
 */
public record Measured(
        long units, double overheadSeconds, double deviationSeconds, double rateWups, double dispersionSeconds) {
    /** No measurements. */
    public static final Measured NOTHING = new Measured(0, Double.NaN, Double.NaN, 0, 0);
}
