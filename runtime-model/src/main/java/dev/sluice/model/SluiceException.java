package dev.sluice.model;

/** A failure that a user can fix: the message names offence and expectation, the code the remedy. */
public class SluiceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    public SluiceException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    public SluiceException(ErrorCode code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** The error code. */
    public final ErrorCode code() {
        return code;
    }
}
