package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Ends the worker. */
final class WorkerException extends SluiceException {
    private static final long serialVersionUID = 1;

    WorkerException(ErrorCode code, String message) {
        super(code, message);
    }

    WorkerException(ErrorCode code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
