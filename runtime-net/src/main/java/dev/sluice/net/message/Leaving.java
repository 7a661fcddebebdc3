package dev.sluice.net.message;

/** Worker to master: it is about to leave, give it no more. */
public record Leaving(String reason) implements Message {
    public Leaving {
        reason = Checks.atMost(1_024, reason);
    }
}
