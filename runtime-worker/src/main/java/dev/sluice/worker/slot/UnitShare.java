package dev.sluice.worker.slot;

import dev.sluice.api.unit.MemoryShares;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The part that the unit of one slot has of the memory of this host, if units share it. The slot's thread begins and
 * ends parts; any thread may look.
 */
final class UnitShare {
    private final Runnable kill;
    private volatile MemoryShares.@Nullable Share part;
    private volatile boolean stopped;

    /** @param kill ends the processes of the unit; must not block */
    UnitShare(Runnable kill) {
        this.kill = kill;
    }

    /**
     * Waits until the host has memory for a unit.
     *
     * @param ownBytes that {@link #end} returned; 0 for a first try
     * @return false if the slot is to leave instead
     */
    boolean begin(long ownBytes) {
        stopped = false;
        MemoryShares shares = MemoryShares.here().orElse(null);
        if (shares != null) {
            try {
                part = shares.begin(ownBytes, this::stop);
            } catch (InterruptedException leaving) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    private void stop() {
        stopped = true;
        kill.run();
    }

    /** Passes on what the unit uses now [bytes], if that is wanted. */
    void look(LongSupplier residentBytes) {
        MemoryShares.Share present = part;
        if (present != null) {
            present.uses(residentBytes.getAsLong());
        }
    }

    /** Tells whether the unit was ended because this host has no memory left. */
    boolean isStopped() {
        return stopped;
    }

    /**
     * Ends the part.
     *
     * @param killed whether the system ended the unit for its memory
     * @return memory with which the unit is tried again [bytes]; 0 if it is not
     */
    long end(long peakBytes, boolean killed) {
        MemoryShares.Share present = part;
        part = null;
        return present == null ? 0 : present.end(peakBytes, killed || stopped);
    }
}
