package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;

/** The rule that sizes chunks. One instance serves one cycle. Confined to whoever drives the scheduler. */
public interface ChunkPolicy {
    /**
     * Units for the next chunk of one slot: at least 1 and at most R, or 0 when this slot shall get nothing now. Asking
     * changes nothing: only what {@link #assigned} reports has been given.
     *
     * @param allocation valid during the call only
     */
    long chunk(Allocation allocation);

    /**
     * One chunk was given to {@code allocation.worker()}.
     *
     * @param allocation as it was before the chunk was given
     * @param units its size, which is less than what was asked for when so many were not to be had in one range
     */
    default void assigned(Allocation allocation, long units) {}

    /** Whether a slot may hold chunks beyond the one it computes. */
    default boolean feedsAhead() {
        return true;
    }

    /** The worker left or was lost: what it had been given is back in R. */
    default void workerGone(WorkerId worker) {}
}
