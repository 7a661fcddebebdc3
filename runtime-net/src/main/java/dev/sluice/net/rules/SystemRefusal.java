package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The refusals of a system to a process: memory, threads, open files, room on a disk. Java has no type for most of
 * these.
 */
public final class SystemRefusal {
    private static final int LONGEST_CHAIN = 20;

    private SystemRefusal() {}

    /** The error that a throwable, or one of its causes, stands for; empty if the system has refused nothing. */
    public static Optional<ErrorCode> of(Throwable thrown) {
        @Nullable Throwable each = thrown;
        for (int i = 0; each != null && i < LONGEST_CHAIN; i++) {
            ErrorCode code = codeOf(each);
            if (code != ErrorCode.NONE) {
                return Optional.of(code);
            }
            each = each.getCause();
        }
        return Optional.empty();
    }

    /**
     * The same for a connection that cannot be made. A local socket whose queue is full is refused in the words of a
     * refused thread; another try may succeed.
     */
    public static Optional<ErrorCode> ofConnection(Throwable thrown) {
        boolean isError = false;
        @Nullable Throwable each = thrown;
        for (int i = 0; each != null && i < LONGEST_CHAIN; i++) {
            isError |= each instanceof Error;
            each = each.getCause();
        }
        boolean another = isError;
        return of(thrown).filter(code -> another || code != ErrorCode.TOO_MANY_THREADS);
    }

    /** Tells whether memory is exhausted. Makes nothing. Java reports a refused thread by the same error. */
    public static boolean isOfMemory(Throwable thrown) {
        return thrown instanceof OutOfMemoryError
                && !String.valueOf(thrown.getMessage()).contains("native thread");
    }

    /** Reads the text of the system, which is in English unless the user's locale has another. */
    private static ErrorCode codeOf(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        if (thrown instanceof OutOfMemoryError) {
            return isOfMemory(thrown) ? ErrorCode.OUT_OF_MEMORY : ErrorCode.TOO_MANY_THREADS;
        }
        if (!(thrown instanceof IOException || thrown instanceof LinkageError)) { // of a library that is loaded late
            return ErrorCode.NONE;
        }
        if (message.contains("Too many open files")) {
            return ErrorCode.TOO_MANY_FILES;
        }
        if (message.contains("No space left on device") || message.contains("quota exceeded")) {
            return ErrorCode.DISK_FULL;
        }
        return message.contains("Resource temporarily unavailable") ? ErrorCode.TOO_MANY_THREADS : ErrorCode.NONE;
    }
}
