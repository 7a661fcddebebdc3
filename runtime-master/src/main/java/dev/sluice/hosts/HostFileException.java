package dev.sluice.hosts;

/** Hosts that cannot be used: file and line, or variable; what is wrong, and what was expected. */
public final class HostFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    HostFileException(String message) {
        super(message);
    }
}
