package dev.sluice.model.policy;

/** SS: every unit is a chunk of its own. */
final class SelfScheduling implements ChunkPolicy {
    @Override
    public long chunk(Allocation allocation) {
        return 1;
    }
}
