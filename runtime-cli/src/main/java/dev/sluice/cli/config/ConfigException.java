package dev.sluice.cli.config;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;

/** A configuration that cannot be used: file and line, or variable; what is wrong, and what was expected. */
public final class ConfigException extends SluiceException {
    private static final long serialVersionUID = 1;

    ConfigException(String message) {
        super(ErrorCode.CONFIG_INVALID, message);
    }
}
