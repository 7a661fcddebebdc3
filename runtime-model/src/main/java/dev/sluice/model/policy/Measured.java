package dev.sluice.model.policy;

/**
 * What was measured of all slots together. Slots that nothing is known of are taken for average ones.
 *
 * @param units how many were timed in the run
 * @param overheadSeconds h: what one allocation costs, the mean of the workers' round trips [s]; NaN until one is known
 * @param deviationSeconds σ of unit times within a worker, pooled over workers [s], so that differences between
 *     workers, which are a matter of weights, do not count; NaN until two units of one worker were timed
 * @param rateWups Σ 1/μ over all p slots [units/s]; 0 until a unit was timed
 * @param dispersionSeconds Σ σ²/μ over all p slots [s]
 */
public record Measured(
        long units, double overheadSeconds, double deviationSeconds, double rateWups, double dispersionSeconds) {
    /** Nothing was measured. */
    public static final Measured NOTHING = new Measured(0, Double.NaN, Double.NaN, 0, 0);
}
