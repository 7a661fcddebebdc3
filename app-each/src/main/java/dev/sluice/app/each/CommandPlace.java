package dev.sluice.app.each;

import dev.sluice.app.each.shell.WorkingDirectory;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory of commands, as the master says it to the workers.
 *
 * @param own whether each command has a new directory, which is removed after it
 * @param directory of all commands where they have none of their own; empty: the directory of the worker process
 * @param files that each own directory shows
 */
public record CommandPlace(boolean own, String directory, List<PlacedName> files) {
    public CommandPlace {
        files = List.copyOf(files);
    }

    /**
     * A file in the directories of commands.
     *
     * @param name in the directory
     * @param path of the file on the worker's host
     */
    public record PlacedName(String name, String path) {}

    /** The place as the crew of a worker takes it. */
    WorkingDirectory resolve() {
        if (own) {
            return new WorkingDirectory.Own(files.stream()
                    .map(file -> new WorkingDirectory.PlacedFile(file.name(), Path.of(file.path())))
                    .toList());
        }
        return directory.isEmpty() ? new WorkingDirectory.Current() : new WorkingDirectory.Given(Path.of(directory));
    }
}
