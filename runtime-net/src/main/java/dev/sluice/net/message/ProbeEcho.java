package dev.sluice.net.message;

/** Over a probe's own session: an echo, to be answered at once. */
public record ProbeEcho(long number, boolean answer) implements Message {
    public ProbeEcho {
        Checks.notNegative("number", number);
    }
}
