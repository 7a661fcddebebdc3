package dev.sluice.launch;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Workers cannot be started at all. */
public final class LaunchException extends SluiceException {
    private static final long serialVersionUID = 1;

    public LaunchException(ErrorCode code, String message) {
        super(code, message);
    }

    public LaunchException(ErrorCode code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
