package dev.sluice.app.each.output;

import java.io.IOException;

/** Nobody reads standard output or standard error any more, as after {@code | head -1}: the run stops quietly. */
public final class ClosedOutputException extends IOException {
    private static final long serialVersionUID = 1;

    /** The exit code of a program that SIGPIPE ends, as shells show it. */
    public static final int EXIT_CODE = 128 + 13;

    ClosedOutputException(IOException cause) {
        super("nobody reads the output any more", cause);
    }
}
