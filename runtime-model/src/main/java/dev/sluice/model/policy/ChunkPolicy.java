package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;

/** The rule that sizes chunks. One instance serves one cycle. Confined to the driver of the scheduler. */
public interface ChunkPolicy {
    /**
     * Size of the next chunk of one slot: at least 1 and at most R, or 0 if this slot must get nothing now. The call
     * changes no state; only {@link #assigned} reports units that were given.
     *
     * @param allocation valid during the call only
     */
    long chunk(Allocation allocation);

    /**
     * Records that one chunk was given to {@code allocation.worker()}.
     *
     * @param allocation as it was before the chunk was given
     * @param units size of the chunk; smaller than requested if no range was long enough
     */
    default void assigned(Allocation allocation, long units) {}

    /** A policy that continues in the same cycle as this one would. FIXED plans anew. */
    default ChunkPolicy continued() {
        return this; // it has no state
    }

    /** True if a slot may hold chunks beyond the one it computes. */
    default boolean feedsAhead() {
        return true;
    }

    /** The sentence about a rule that cannot go on, and sizes chunks of one unit since then; empty for one that can. */
    default String trouble() {
        return "";
    }

    /** Records that the worker left or was lost and its units are back in R. */
    default void workerGone(WorkerId worker) {}
}
