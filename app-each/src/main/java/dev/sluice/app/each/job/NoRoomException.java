package dev.sluice.app.each.job;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** A file of the run cannot be written, mostly because its disk is full. The message names the file and the remedy. */
public final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1;

    /** The remedy where a directory for temporary files is full. */
    public static final String TEMPORARY = "room there, or another directory by TMPDIR or --tmpdir";

    /**
     * Makes the exception.
     *
     * @param what the option and file, or the directory, that cannot be written
     * @param expected the remedy
     */
    public NoRoomException(String what, IOException cause, String expected) {
        super(what + ": " + reason(cause) + " (expected: " + expected + ")", cause);
    }

    private static String reason(IOException cause) {
        boolean nameless = cause instanceof FileSystemException file && file.getReason() == null;
        return nameless ? cause.toString() : String.valueOf(cause.getMessage());
    }
}
