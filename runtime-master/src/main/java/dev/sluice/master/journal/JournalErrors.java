package dev.sluice.master.journal;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the errors of reading a journal, each with the file and, where it has one, the offset. */
final class JournalErrors {
    private JournalErrors() {}

    static SluiceException damaged(Path file, long offset, String what) {
        return new SluiceException(
                ErrorCode.JOURNAL_DAMAGED, "journal: " + file + " at offset " + offset + ": " + what);
    }

    static SluiceException missing(Path directory, String what) {
        return new SluiceException(ErrorCode.JOURNAL_DAMAGED, "journal: " + directory + ": " + what);
    }

    static SluiceException foreign(Path file, String what) {
        return new SluiceException(ErrorCode.JOURNAL_FOREIGN, "journal: " + file + ": " + what);
    }

    static SluiceException unreadable(Path file, IOException cause) {
        return new SluiceException(
                ErrorCode.JOURNAL_FAILED,
                "journal: " + file + ": " + FileTrouble.said(cause) + " (expected: a readable file)",
                cause);
    }
}
