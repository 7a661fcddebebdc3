package dev.sluice.model.policy;

/** SS: every chunk is a single unit. */
final class SelfScheduling implements ChunkPolicy {
    @Override
    public long chunk(Allocation allocation) {
        return 1;
    }
}
