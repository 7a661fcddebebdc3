package dev.sluice.net.message;

/** Master to worker: give back at most {@code units} units that have not been started, from the tail of the queue. */
public record Revoke(int cycle, long units) implements Message {
    public Revoke {
        Checks.notNegative("cycle", cycle);
        Checks.positive("units", units);
    }
}
