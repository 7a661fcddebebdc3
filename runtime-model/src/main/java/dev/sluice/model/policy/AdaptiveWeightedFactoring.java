package dev.sluice.model.policy;

/**
 * AWF (Banicescu, Velusamy, Devaprasad 2003): factoring with weights that follow the measured rates, updated at each
 * chunk (variant C of Cariño, Banicescu 2008). A worker gets no chunk larger than the number of its timed units, so
 * that chunks grow as fast as the evidence: 1, 1, 2, 4, …
 */
final class AdaptiveWeightedFactoring implements ChunkPolicy {
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
        return Math.min(
                factoring.chunk(allocation), Math.max(1, allocation.times().units()));
    }

    @Override
    public void assigned(Allocation allocation, long units) {
        factoring.assigned(allocation, units);
    }
}
