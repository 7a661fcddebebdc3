package dev.sluice.hosts;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** Hosts that cannot be used: file and line, or variable; what is wrong, and what was expected. */
public final class HostFileException extends SluiceException {
    private static final long serialVersionUID = 1;

    HostFileException(String message) {
        super(ErrorCode.HOSTS_INVALID, message);
    }
}
