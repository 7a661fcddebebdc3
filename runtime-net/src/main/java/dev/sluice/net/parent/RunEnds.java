package dev.sluice.net.parent;

import dev.sluice.net.message.RunAges;
import java.util.List;

/**
 * The slot that computed the runs of a message, and when each ended.
 *
 * @param slot number of the slot from 1; 0 if it is not known, or there are several
 * @param nanos for each run the end of its last unit by this process's clock [ns]; empty if it is not known
 */
public record RunEnds(int slot, List<Long> nanos) {
    /** Nothing is known. */
    public static final RunEnds UNKNOWN = new RunEnds(0, List.of());

    /** The same for a message that is sent now. */
    RunAges ages(long nowNanos) {
        return this == UNKNOWN
                ? RunAges.UNKNOWN
                : new RunAges(
                        slot,
                        nanos.stream()
                                .map(end -> Math.max(0, nowNanos - end) / 1_000)
                                .toList());
    }
}
