package dev.sluice.net.message;

/** Master to worker: send the kept results, and those that will be kept until all are sent. */
public record Collect(int cycle) implements Message {
    public Collect {
        Checks.notNegative("cycle", cycle);
    }
}
