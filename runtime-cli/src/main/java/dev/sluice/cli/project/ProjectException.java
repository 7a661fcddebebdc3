package dev.sluice.cli.project;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** A project that cannot be made, or whose build cannot be prepared. */
public final class ProjectException extends SluiceException {
    private static final long serialVersionUID = 1;

    ProjectException(ErrorCode code, String message) {
        super(code, message);
    }

    ProjectException(ErrorCode code, String message, Throwable cause) {
        super(code, message, cause);
    }
}
