package dev.sluice.net;

import dev.sluice.model.ErrorCode;

/** A peer sent what it may not send. Carries no stack: hostile peers cause as many as they like. */
final class OffenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    OffenceException(ErrorCode code, String text) {
        super(text, null, false, false);
        this.code = code;
    }

    ErrorCode code() {
        return code;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
