package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;

/** Either side: a typed error; the sender closes after it. */
public record Problem(ErrorCode code, String text) implements Message {
    public Problem {
        text = Checks.atMost(1_024, text);
    }
}
