package dev.sluice.model.topology;

/**
 * A host before its network is known.
 *
 * @param slots units it computes at a time
 * @param address network address; empty if unknown
 */
public record Machine(String name, int slots, String address) {
    public Machine {
        if (name.isEmpty() || slots < 1) {
            throw new IllegalArgumentException(
                    "machine '" + name + "' with " + slots + " slots (expected: a name, at least one slot)");
        }
    }
}
