package dev.sluice.project;

import dev.sluice.model.ErrorCode;

/** A project that cannot be made, or whose build cannot be prepared: what is wrong, and what was expected. */
public final class ProjectException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    ProjectException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    ProjectException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    public ErrorCode code() {
        return code;
    }
}
