package dev.sluice.net.message;

/** Master to worker: the cycle is over, drop everything of it. */
public record CycleEnd(int cycle) implements Message {
    public CycleEnd {
        Checks.notNegative("cycle", cycle);
    }
}
