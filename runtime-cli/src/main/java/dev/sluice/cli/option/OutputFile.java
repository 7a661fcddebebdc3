package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A file that an option asks for. */
public final class OutputFile {
    private OutputFile() {}

    /** Writes it; makes nothing where none was asked for. */
    public static void write(String option, @Nullable Path file, Supplier<String> text) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(file, text.get());
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND,
                    option + ": " + file + " cannot be written: " + FileTrouble.said(e)
                            + " (expected: a writable file)",
                    e);
        }
    }
}
