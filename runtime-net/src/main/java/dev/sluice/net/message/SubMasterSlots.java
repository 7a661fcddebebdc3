package dev.sluice.net.message;

import dev.sluice.model.Offer;
import org.jspecify.annotations.Nullable;

/**
 * Sub-master to master, right after it is registered, and whenever the slots below it or its place change.
 *
 * @param slots of all workers below it together, 0 to 1,048,576
 * @param place where it listens for workers; null if it does not yet, or if this session has said so
 * @param offer the resources below it
 */
public record SubMasterSlots(int slots, @Nullable Refuge place, Offer offer) implements Message {
    public SubMasterSlots {
        Checks.between("slots", slots, 0, 1 << 20);
    }

    /** The slots alone. */
    public SubMasterSlots(int slots) {
        this(slots, null);
    }

    /** The slots of workers that offer nothing else. */
    public SubMasterSlots(int slots, @Nullable Refuge place) {
        this(slots, place, Offer.NONE);
    }
}
