package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;

/**
 * Master to worker, before the first {@link Assign} of a cycle: the encoded setup.
 *
 * @param gapNanos between the end of the last cycle, or the registration, and this, at the master [ns]
 */
public record CycleSetup(int cycle, long gapNanos, Payload setup) implements Message {
    public CycleSetup {
        Checks.notNegative("gapNanos", gapNanos);
        Checks.notNegative("cycle", cycle);
    }

    @Override
    public Payload payload() {
        return setup;
    }
}
