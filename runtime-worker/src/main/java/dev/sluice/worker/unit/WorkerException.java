package dev.sluice.worker.unit;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** An error that ends the worker. */
public final class WorkerException extends SluiceException {
    private static final long serialVersionUID = 1;

    public WorkerException(ErrorCode code, String message) {
        super(code, message);
    }

    public WorkerException(ErrorCode code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
