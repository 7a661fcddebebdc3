package dev.sluice.master.submaster;

import dev.sluice.net.payload.Payload;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of values that were to be merged.
 *
 * @param value of all but the bad ones, which its receiver releases; empty if all go up unmerged
 * @param bad places of the values that cannot be decoded, from 0, in ascending order
 */
public record MergedValues(Optional<Payload> value, List<Integer> bad) {
    /** All values go up unmerged. */
    static final MergedValues NONE = new MergedValues(Optional.empty(), List.of());

    public MergedValues {
        bad = List.copyOf(bad);
    }
}
