package dev.sluice.master;

import dev.sluice.model.ErrorCode;

/** A command that cannot go on; the message says offence and expectation, the code what to do about it. */
final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    CommandException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    CommandException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    ErrorCode code() {
        return code;
    }
}
