package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Something of the network or of a run file could not be used. */
public final class NetException extends SluiceException {
    private static final long serialVersionUID = 1;

    public NetException(ErrorCode code, String message) {
        super(code, message);
    }
}
