package dev.sluice.net.rules;

import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The code and the words of what a file, a path or a text was refused for. None of it is a defect of Sluice. */
public final class FileTrouble {
    private static final int LONGEST_CHAIN = 20;

    private FileTrouble() {}

    /** The error of a command that ends with this exception; empty if no system, file, path or text explains it. */
    public static Optional<ErrorCode> of(Throwable thrown) {
        Optional<ErrorCode> refused = SystemRefusal.of(thrown);
        return refused.isPresent()
                ? refused
                : Optional.ofNullable(reason(thrown)).map(FileTrouble::code);
    }

    /** The error of what cannot be written. */
    public static ErrorCode ofWriting(Throwable thrown) {
        ErrorCode code = of(thrown).orElse(ErrorCode.FILE_NOT_WRITTEN);
        return code == ErrorCode.FILE_UNUSABLE || code == ErrorCode.INPUT_OUTPUT_FAILED
                ? ErrorCode.FILE_NOT_WRITTEN
                : code;
    }

    /** Describes the exception: the file, what is wrong with it, and what was expected. */
    public static String words(Throwable thrown) {
        Exception reason = reason(thrown);
        if (reason instanceof FileSystemException refused && refused.getFile() != null) {
            return refused.getFile() + ": " + words(refused);
        }
        if (reason instanceof CharacterCodingException) {
            return "text is not in the expected encoding: " + thrown.getMessage() + " (expected: UTF-8)";
        }
        if (reason instanceof InvalidPathException invalid) {
            return "path: '" + invalid.getInput() + "' cannot be used with the locale of this process: "
                    + invalid.getReason() + " (expected: a path without NUL, in characters of that locale)";
        }
        return thrown.toString();
    }

    private static String words(FileSystemException refused) {
        if (refused instanceof NoSuchFileException) {
            return "no such file or directory (expected: one that exists)";
        } else if (refused instanceof AccessDeniedException) {
            return "permission denied (expected: a file that this user may use)";
        } else if (refused instanceof NotDirectoryException) {
            return "not a directory (expected: a directory)";
        } else if (refused instanceof FileAlreadyExistsException) {
            return "exists already (expected: a new name)";
        }
        String reason = refused.getReason();
        return (reason == null ? refused.getClass().getSimpleName() : reason) + " (expected: a file that can be used)";
    }

    private static @Nullable Exception reason(Throwable thrown) {
        @Nullable Throwable each = thrown;
        for (int i = 0; each != null && i < LONGEST_CHAIN; i++) {
            if (each instanceof IOException || each instanceof InvalidPathException) {
                return (Exception) each;
            }
            each = each.getCause();
        }
        return null;
    }

    private static ErrorCode code(Exception reason) {
        if (reason instanceof InvalidPathException) {
            return ErrorCode.PATH_UNUSABLE;
        } else if (reason instanceof CharacterCodingException) {
            return ErrorCode.TEXT_UNREADABLE;
        } else if (String.valueOf(reason.getMessage()).contains("name too long")) {
            return ErrorCode.NAME_TOO_LONG;
        }
        return reason instanceof FileSystemException ? ErrorCode.FILE_UNUSABLE : ErrorCode.INPUT_OUTPUT_FAILED;
    }
}
