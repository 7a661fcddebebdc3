package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;

/** Either side: an orderly end; the sender closes after it. */
public record Goodbye(ErrorCode code, String text) implements Message {
    public Goodbye {
        text = Checks.atMost(1_024, text);
    }
}
