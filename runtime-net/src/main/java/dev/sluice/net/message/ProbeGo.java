package dev.sluice.net.message;

/** Master to the worker that sends: now. */
public record ProbeGo(long transfer) implements Message {
    public ProbeGo {
        Checks.notNegative("transfer", transfer);
    }
}
