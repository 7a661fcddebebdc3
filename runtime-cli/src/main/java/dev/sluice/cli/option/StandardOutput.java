package dev.sluice.cli.option;

import java.io.PrintWriter;
import picocli.CommandLine;

/** Keeps standard output for the command where it prints JSON. */
public final class StandardOutput {
    private StandardOutput() {}

    /**
     * The standard output of the command. With {@code json}, whatever code of the application prints to
     * {@code System.out} goes to standard error from now on. Call before code of the application runs.
     */
    public static PrintWriter of(CommandLine command, boolean json) {
        PrintWriter out = command.getOut(); // picocli takes System.out at the first call
        if (json) {
            System.setOut(System.err);
        }
        return out;
    }
}
