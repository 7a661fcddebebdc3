package dev.sluice.net.message;

import org.jspecify.annotations.Nullable;

/**
 * Sub-master to master, right after it is registered, and whenever the slots below it or its place change.
 *
 * @param slots of all workers below it together, 0 to 1,048,576
 * @param place where it listens for workers; null if it does not yet, or if this session has said so
 */
public record SubMasterSlots(int slots, @Nullable Refuge place) implements Message {
    public SubMasterSlots {
        Checks.between("slots", slots, 0, 1 << 20);
    }

    /** The slots alone. */
    public SubMasterSlots(int slots) {
        this(slots, null);
    }
}
