package dev.sluice.net.message;

/** Master to worker: send the results that you keep, and whatever you will have kept until then. */
public record Collect(int cycle) implements Message {
    public Collect {
        Checks.notNegative("cycle", cycle);
    }
}
