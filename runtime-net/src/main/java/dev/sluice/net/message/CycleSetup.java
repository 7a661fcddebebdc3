package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;

/**
 * Master to worker, before the first {@link Assign} of a cycle: the encoded setup.
 *
 * @param gapNanos between the end of the last cycle, or the registration, and this, at the master [ns]
 * @param parts units of equal index modulo this stay at one worker; 0 if any worker may compute any
 */
public record CycleSetup(int cycle, long gapNanos, Payload setup, int parts) implements Message {
    private static final int MOST_PARTS = 1_000_000;

    public CycleSetup {
        Checks.between("parts", parts, 0, MOST_PARTS);
        Checks.notNegative("gapNanos", gapNanos);
        Checks.notNegative("cycle", cycle);
    }

    /** A cycle whose units any worker may compute. */
    public CycleSetup(int cycle, long gapNanos, Payload setup) {
        this(cycle, gapNanos, setup, 0);
    }

    @Override
    public Payload payload() {
        return setup;
    }
}
