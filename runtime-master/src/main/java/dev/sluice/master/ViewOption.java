package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.view.ViewException;
import dev.sluice.view.ViewFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --view FILE}. */
final class ViewOption {
    @Option(
            names = "--view",
            paramLabel = "FILE",
            required = true,
            description = "the network view: hosts and links, in YAML or JSON (docs/network-view.md)")
    private @Nullable Path file;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    ViewOption() {}

    /** As it was named. */
    Path file() {
        if (file == null) {
            throw new IllegalStateException("--view is required");
        }
        return file;
    }

    /** What is in it. */
    ViewFile read() {
        return read(file());
    }

    /** What is in a view that an option names. */
    static ViewFile read(Path view) {
        if (!Files.isReadable(view) || Files.isDirectory(view)) {
            throw new CommandException(
                    ErrorCode.FILE_NOT_FOUND, "--view: " + view + " (expected: a network view that can be read)");
        }
        try {
            return ViewFile.read(view);
        } catch (ViewException wrong) {
            throw new CommandException(ErrorCode.VIEW_INVALID, String.valueOf(wrong.getMessage()), wrong);
        } catch (IOException unreadable) {
            throw new CommandException(
                    ErrorCode.FILE_NOT_FOUND, "--view: " + view + ": " + unreadable.getMessage(), unreadable);
        }
    }
}
