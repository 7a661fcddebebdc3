package dev.sluice.api.unit;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The memory of this host, for applications whose units use memory in processes of their own. A worker shares it out by
 * what it learns of the units, if the user wants that. Any thread.
 */
public interface MemoryShares {
    /** The part of one unit, from its begin to its end. */
    interface Share {
        /** Records the memory of the unit's processes now [bytes]. */
        void uses(long residentBytes);

        /**
         * Ends the part.
         *
         * @param peakBytes largest memory of the unit; 0: unknown
         * @param ended whether the unit was ended for its memory, by its host or the system
         * @return memory that the unit gets for itself when it is tried again [bytes]; 0 if this host has no more
         */
        long end(long peakBytes, boolean ended);
    }

    /**
     * Waits until the host has memory for a unit.
     *
     * @param ownBytes that an earlier {@link Share#end} returned; 0 for a first try
     * @param stop ends the processes of the unit, because the memory of the host does not suffice; must not block
     */
    Share begin(long ownBytes, Runnable stop) throws InterruptedException;

    /** The memory of this host, if units share it. */
    static Optional<MemoryShares> here() {
        return Optional.ofNullable(Holder.here);
    }

    /** Sets who shares out the memory of this host; null: nobody. For workers. */
    static void here(@Nullable MemoryShares shares) {
        Holder.here = shares;
    }

    /** The one of this process. */
    final class Holder {
        private static volatile @Nullable MemoryShares here;

        private Holder() {}
    }
}
