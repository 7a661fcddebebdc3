package dev.sluice.model.policy;

/**
 * FAC (Hummel, Schonberg, Flynn 1992; weighted: Hummel, Schmidt, Uma, Wein 1996): rounds of p allocations. Each chunk
 * of a round has ⌈w·R₀/(2p)⌉ units, with R₀ = R at the start of the round. A round ends when the served weights sum to
 * p, which is after p allocations of weight 1, or when the number of slots changes. A fast slot that asks twice uses up
 * the part of a slow one that has not asked.
 */
final class Factoring implements ChunkPolicy {
    private static final double ROUNDING = 1e-9;

    private int slots;
    /** R₀. */
    private long roundUnits;
    /** Sum of the weights served in this round; 0 before the first round. */
    private double served;

    @Override
    public long chunk(Allocation allocation) {
        long units = inRound(allocation) ? roundUnits : allocation.unassigned();
        return Portion.of(allocation.weight(), units, 2L * allocation.slots(), allocation);
    }

    @Override
    public Factoring continued() {
        Factoring other = new Factoring();
        other.slots = slots;
        other.roundUnits = roundUnits;
        other.served = served;
        return other;
    }

    private boolean inRound(Allocation allocation) {
        return served > 0 && slots == allocation.slots() && served < slots - ROUNDING;
    }

    @Override
    public void assigned(Allocation allocation, long units) {
        if (!inRound(allocation)) {
            slots = allocation.slots();
            roundUnits = allocation.unassigned();
            served = 0;
        }
        served += allocation.weight();
    }
}
