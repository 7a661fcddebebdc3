package dev.sluice.launch;

import dev.sluice.model.ErrorCode;

/** Workers cannot be started at all; the message says offence and expectation, the code what to do about it. */
public final class LaunchException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    LaunchException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    LaunchException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** What went wrong. */
    public ErrorCode code() {
        return code;
    }
}
