package dev.sluice.model.policy;

/**
 * AF (Banicescu, Liu 2000): (D + 2TR − √(D² + 4DTR)) / (2μ), rounded up, with D = Σ σ²/μ and T = 1/Σ(1/μ) over all
 * slots, and μ of the requesting slot. Larger variance gives smaller chunks; with zero variance, all remaining units
 * are divided by rate. A worker gets no chunk larger than the number of its timed units, because a few equal times do
 * not prove a small variance ({@link AdaptiveWeightedFactoring} has the same bound).
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
     * (D + 2TR − √(D² + 4DTR)) / 2, transformed to avoid cancellation: (TR)² divided by the same term with a plus.
     *
     * @param dispersion D [s]
     * @param together TR: time of all slots together for the remaining units [s]
     */
    static double seconds(double dispersion, double together) {
        double root = Math.sqrt(dispersion * (dispersion + 4 * together));
        return 2 * together * together / (dispersion + 2 * together + root);
    }
}
