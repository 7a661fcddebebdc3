package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;

/** A peer violated the protocol. It has no stack trace, because hostile peers can cause any number of them. */
public final class OffenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    public OffenceException(ErrorCode code, String text) {
        super(text, null, false, false);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
