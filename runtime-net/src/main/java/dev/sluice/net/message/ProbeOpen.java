package dev.sluice.net.message;

/** Over a probe's own session, from the end that connected: which transfer it has come for. */
public record ProbeOpen(long transfer) implements Message {
    public ProbeOpen {
        Checks.notNegative("transfer", transfer);
    }
}
