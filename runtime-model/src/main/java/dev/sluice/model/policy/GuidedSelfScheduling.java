package dev.sluice.model.policy;

/** GSS (Polychronopoulos, Kuck 1987): ⌈w·R/p⌉. */
final class GuidedSelfScheduling implements ChunkPolicy {
    @Override
    public long chunk(Allocation allocation) {
        long unassigned = allocation.unassigned();
        if (allocation.weight() == 1) {
            return (unassigned - 1) / allocation.slots() + 1;
        }
        long share = (long) Math.ceil(allocation.weight() * unassigned / allocation.slots());
        return Math.max(1, Math.min(unassigned, share));
    }
}
