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
            return named(refused) + " (expected: " + expected(refused) + ")";
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

    /** The file, as far as it is known, and what the system refused it for. */
    public static String named(Throwable thrown) {
        String file = reason(thrown) instanceof FileSystemException refused ? refused.getFile() : null;
        return file == null ? said(thrown) : file + ": " + said(thrown);
    }

    /** Says why the system refused a file, without the name of the file. */
    public static String said(Throwable thrown) {
        Exception reason = reason(thrown);
        if (reason instanceof NoSuchFileException) {
            return "no such file or directory";
        } else if (reason instanceof AccessDeniedException) {
            return "permission denied";
        } else if (reason instanceof NotDirectoryException) {
            return "not a directory";
        } else if (reason instanceof FileAlreadyExistsException) {
            return "exists already";
        } else if (reason instanceof FileSystemException refused && refused.getReason() != null) {
            return refused.getReason();
        }
        String message = reason == null ? null : reason.getMessage();
        return message == null || reason instanceof FileSystemException ? thrown.toString() : message;
    }

    private static String expected(FileSystemException refused) {
        if (refused instanceof NoSuchFileException) {
            return "one that exists";
        } else if (refused instanceof AccessDeniedException) {
            return "a file that this user may use";
        } else if (refused instanceof NotDirectoryException) {
            return "a directory";
        }
        return refused instanceof FileAlreadyExistsException ? "a new name" : "a file that can be used";
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
