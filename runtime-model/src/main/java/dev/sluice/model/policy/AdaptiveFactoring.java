package dev.sluice.model.policy;

/**
 * AF (Banicescu, Liu 2000): (D + 2TR − √(D² + 4DTR)) / (2μ), rounded up, with D = Σ σ²/μ and T = 1/Σ(1/μ) over all
 * slots, and μ of the slot that asks: the larger the variance, the smaller the chunks, and without any, all that is
 * left is shared out by rate. As under {@link AdaptiveWeightedFactoring} a worker gets no chunk larger than the number
 * of units it has been timed on, because a few equal times are no evidence of a small variance.
 */
final class AdaptiveFactoring implements ChunkPolicy {
    @Override
    public long chunk(Allocation allocation) {
        UnitTimes times = allocation.times();
        Measured measured = allocation.measured();
        if (times.units() < 2 || measured.rateWups() <= 0) {
            return 1;
        }
        double together = allocation.unassigned() / measured.rateWups();
        long chunk = Portion.ceiling(seconds(measured.dispersionSeconds(), together) / times.meanSeconds());
        return Portion.within(Math.min(chunk, times.units()), allocation);
    }

    /**
     * (D + 2TR − √(D² + 4DTR)) / 2, written so that nothing cancels: (TR)² over the same with a plus.
     *
     * @param dispersion D [s]
     * @param together TR: how long all slots together need for what is left [s]
     */
    static double seconds(double dispersion, double together) {
        double root = Math.sqrt(dispersion * (dispersion + 4 * together));
        return 2 * together * together / (dispersion + 2 * together + root);
    }
}
