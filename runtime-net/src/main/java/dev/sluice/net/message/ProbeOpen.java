package dev.sluice.net.message;

/** Over a probe's own session, from the end that connected: the id of its transfer. */
public record ProbeOpen(long transfer) implements Message {
    public ProbeOpen {
        Checks.notNegative("transfer", transfer);
    }
}
