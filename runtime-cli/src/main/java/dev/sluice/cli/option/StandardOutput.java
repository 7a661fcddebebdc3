package dev.sluice.cli.option;

import java.io.PrintWriter;

/** Keeps standard output for the command where it prints JSON. */
public final class StandardOutput {
    private StandardOutput() {}

    /**
     * Returns {@code out}, which writes to standard output already. With {@code json}, whatever code of the application
     * prints to {@code System.out} goes to standard error from now on. Call before code of the application runs.
     */
    public static PrintWriter of(PrintWriter out, boolean json) {
        if (json) {
            System.setOut(System.err);
        }
        return out;
    }
}
