package dev.sluice.app.each.shell;

import java.nio.file.Path;
import java.util.List;

/** The directory that commands run in. */
public sealed interface WorkingDirectory {
    /** The directory of the worker process: the default of a run on this machine. */
    record Current() implements WorkingDirectory {}

    /**
     * One directory for all commands. The crew makes it if it is missing.
     *
     * @param path absolute, or relative to the directory of the worker process
     */
    record Given(Path path) implements WorkingDirectory {}

    /**
     * A new directory for each try of a command, removed afterwards: the default on other hosts and for commands whose
     * files come back.
     *
     * @param placed files that each directory shows
     */
    record Own(List<PlacedFile> placed) implements WorkingDirectory {
        public Own {
            placed = List.copyOf(placed);
        }
    }

    /**
     * A file that commands find in their own directory, by a symbolic link.
     *
     * @param name in the directory of the command: relative, without {@code ..}
     * @param target the file or directory itself, which outlives the crew
     */
    record PlacedFile(String name, Path target) {}
}
