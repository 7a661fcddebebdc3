package dev.sluice.net.guard;

import dev.sluice.model.ErrorCode;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Ends a process that has no memory left to make a text, or no descriptor to load a class. Any thread. */
public final class LastWords {
    private static final FileOutputStream STANDARD_ERROR = new FileOutputStream(FileDescriptor.err);

    private static final byte[] WORDS = (ErrorCode.OUT_OF_MEMORY
                    + " memory or descriptors are exhausted, and the run could not end in order (expected: a larger heap, or"
                    + " ulimit -n)\n")
            .getBytes(StandardCharsets.US_ASCII);

    private LastWords() {}

    /** Loads the class while there is memory. */
    static void prepare() {}

    /** Says so, and ends the process at once. Makes nothing. */
    public static void halt(int exitCode) {
        try {
            STANDARD_ERROR.write(WORDS);
        } catch (IOException | Error unheard) {
            // the exit code says the same
        } finally {
            Runtime.getRuntime().halt(exitCode);
        }
    }
}
