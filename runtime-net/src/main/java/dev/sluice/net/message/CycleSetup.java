package dev.sluice.net.message;

import dev.sluice.net.Payload;

/** Master to worker, before the first {@link Assign} of a cycle: the encoded setup. */
public record CycleSetup(int cycle, Payload setup) implements Message {
    public CycleSetup {
        Checks.notNegative("cycle", cycle);
    }

    @Override
    public Payload payload() {
        return setup;
    }
}
