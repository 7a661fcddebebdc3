package dev.sluice.model.policy;

/**
 * AWF (Banicescu, Velusamy, Devaprasad 2003): factoring with weights that follow the measured rates, updated at each
 * chunk (variant C of Cariño, Banicescu 2008). A worker gets no chunk larger than the number of its timed units, so
 * that chunks grow as fast as the evidence: 1, 1, 2, 4, … A chunk lasts for {@value #ROUND_TRIPS} round trips at most:
 * a longer one saves next to nothing, and delays its results and the end of the cycle. Longer units are handed out one
 * at a time, as SS does.
 */
final class AdaptiveWeightedFactoring implements ChunkPolicy {
    private static final int ROUND_TRIPS = 32;

    private final Factoring factoring;

    AdaptiveWeightedFactoring() {
        this(new Factoring());
    }

    private AdaptiveWeightedFactoring(Factoring factoring) {
        this.factoring = factoring;
    }

    @Override
    public ChunkPolicy continued() {
        return new AdaptiveWeightedFactoring(factoring.continued());
    }

    @Override
    public long chunk(Allocation allocation) {
        UnitTimes times = allocation.times();
        double overhead = allocation.measured().overheadSeconds();
        if (times.units() == 0 || Double.isNaN(overhead)) {
            return 1;
        }
        long most = (long) Math.min(times.units(), ROUND_TRIPS * overhead / times.meanSeconds());
        return Math.max(1, Math.min(factoring.chunk(allocation), most));
    }

    @Override
    public void assigned(Allocation allocation, long units) {
        factoring.assigned(allocation, units);
    }
}
