package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** A command that cannot go on. */
final class CommandException extends SluiceException {
    private static final long serialVersionUID = 1;

    CommandException(ErrorCode code, String message) {
        super(code, message);
    }

    CommandException(ErrorCode code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
