package dev.sluice.model;

/** A failure that a user can fix: the message names offence and expectation, the code the remedy. */
public class SluiceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final String remedy;

    public SluiceException(ErrorCode code, String message) {
        super(message);
        this.code = code;
        this.remedy = code.remedy();
    }

    public SluiceException(ErrorCode code, String message, Throwable cause) {
        this(code, message, code.remedy(), cause);
    }

    /** @param remedy instead of the usual one of the code, where that would not fit */
    public SluiceException(ErrorCode code, String message, String remedy) {
        super(message);
        this.code = code;
        this.remedy = remedy;
    }

    /** @param remedy instead of the usual one of the code, where that would not fit */
    public SluiceException(ErrorCode code, String message, String remedy, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.remedy = remedy;
    }

    /** The error code. */
    public final ErrorCode code() {
        return code;
    }

    /** The remedy for a user, in one sentence. */
    public final String remedy() {
        return remedy;
    }
}
