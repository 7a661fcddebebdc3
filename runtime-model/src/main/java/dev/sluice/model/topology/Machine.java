package dev.sluice.model.topology;

/**
 * A host as it is before anything is known of its network.
 *
 * @param slots units it computes at a time
 * @param address where it is reached; empty where not told
 */
public record Machine(String name, int slots, String address) {
    public Machine {
        if (name.isEmpty() || slots < 1) {
            throw new IllegalArgumentException(
                    "machine '" + name + "' with " + slots + " slots (expected: a name, at least one slot)");
        }
    }
}
