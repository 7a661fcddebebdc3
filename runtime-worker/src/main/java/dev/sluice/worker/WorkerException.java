package dev.sluice.worker;

import dev.sluice.model.ErrorCode;

/** Ends the worker with a code: the message names the offence, then what was expected; the code knows the remedy. */
final class WorkerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    WorkerException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    WorkerException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    ErrorCode code() {
        return code;
    }
}
