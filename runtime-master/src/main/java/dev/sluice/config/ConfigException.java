package dev.sluice.config;

/** A configuration that cannot be used: file and line, or variable; what is wrong, and what was expected. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ConfigException(String message) {
        super(message);
    }
}
