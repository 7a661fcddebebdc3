package dev.sluice.model.policy;

/**
 * TSS (Tzen, Ni 1993): max(l, f − k·δ) times w, with f = ⌈N/(2p)⌉, l = 1, C = ⌈2N/(f+l)⌉ allocations and δ =
 * ⌊(f−l)/(C−1)⌋. A new trapezoid begins over the remaining units when the number of slots changes. It also begins if
 * units remain after C allocations, because slots of low weight asked more often than their share.
 */
final class TrapezoidSelfScheduling implements ChunkPolicy {
    private static final long LAST = 1;

    private int slots;
    private long first;
    private long step;

    /** C. */
    private long allocations;

    /** Number of allocations in this trapezoid. */
    private long number;

    @Override
    public long chunk(Allocation allocation) {
        if (slots != allocation.slots() || number >= allocations) {
            begin(allocation.unassigned(), allocation.slots());
        }
        return Portion.of(allocation.weight(), Math.max(LAST, first - number * step), allocation);
    }

    @Override
    public ChunkPolicy continued() {
        TrapezoidSelfScheduling other = new TrapezoidSelfScheduling();
        other.slots = slots;
        other.first = first;
        other.step = step;
        other.allocations = allocations;
        other.number = number;
        return other;
    }

    private void begin(long units, int newSlots) {
        slots = newSlots;
        number = 0;
        first = (units - 1) / (2L * slots) + 1;
        allocations = (2 * units - 1) / (first + LAST) + 1;
        step = allocations > 1 ? (first - LAST) / (allocations - 1) : 0;
    }

    @Override
    public void assigned(Allocation allocation, long units) {
        number++;
    }
}
