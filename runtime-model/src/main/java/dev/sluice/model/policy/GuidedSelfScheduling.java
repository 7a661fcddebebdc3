package dev.sluice.model.policy;

/** GSS (Polychronopoulos, Kuck 1987): ⌈w·R/p⌉. */
final class GuidedSelfScheduling implements ChunkPolicy {
    @Override
    public long chunk(Allocation allocation) {
        return Portion.of(allocation.weight(), allocation.unassigned(), allocation.slots(), allocation);
    }
}
