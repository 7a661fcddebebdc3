package dev.sluice.net;

import dev.sluice.model.ErrorCode;

/** Something of the network or of a run file could not be used; the code says what to do about it. */
public final class NetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;

    public NetException(ErrorCode code, String message) {
        super(message);
        this.code = code;
    }

    /** Which error. */
    public ErrorCode code() {
        return code;
    }
}
