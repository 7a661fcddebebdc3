package dev.sluice.cli.each;

import dev.sluice.app.each.job.NoRoomException;
import dev.sluice.app.each.output.RefusedLogException;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.net.rules.SystemRefusal;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Turns what is wrong with files of a user into errors with a remedy. */
final class Refusals {
    private Refusals() {}

    static SluiceException of(IOException refused) {
        return new SluiceException(code(refused), words(refused), refused);
    }

    private static ErrorCode code(IOException refused) {
        if (refused.getCause() instanceof SluiceException known) {
            return known.code();
        }
        if (refused instanceof RefusedLogException log) {
            return switch (log.why()) {
                case UNUSABLE -> SystemRefusal.of(log).orElse(ErrorCode.LOG_UNUSABLE);
                case IN_USE -> ErrorCode.COMMAND_LOG_IN_USE;
                case FOREIGN -> ErrorCode.COMMAND_LOG_FOREIGN;
                case UNKNOWN -> ErrorCode.NOTHING_TO_RESUME;
            };
        }
        return refused instanceof NoRoomException
                ? ErrorCode.DISK_FULL
                : FileTrouble.of(refused)
                        .filter(code -> code != ErrorCode.INPUT_OUTPUT_FAILED)
                        .orElse(ErrorCode.USAGE);
    }

    private static String words(IOException refused) {
        String message = String.valueOf(refused.getMessage());
        if (refused instanceof RefusedLogException && refused.getCause() != null) {
            return message + ": "
                    + (refused.getCause() instanceof FileSystemException
                            ? FileTrouble.words(refused.getCause())
                            : FileTrouble.said(refused.getCause()));
        }
        return refused instanceof FileSystemException || refused.getMessage() == null
                ? FileTrouble.words(refused)
                : message;
    }
}
