package dev.sluice.net.message;

/** Master to the sending worker: start to send. */
public record ProbeGo(long transfer) implements Message {
    public ProbeGo {
        Checks.notNegative("transfer", transfer);
    }
}
