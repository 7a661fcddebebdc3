package dev.sluice.net.message;

/**
 * Sub-master to master, right after its registration and at each change: its number of slots.
 *
 * @param slots of all workers below it together, 0 to 1,048,576
 */
public record SubMasterSlots(int slots) implements Message {
    public SubMasterSlots {
        Checks.between("slots", slots, 0, 1 << 20);
    }
}
