package dev.sluice.app.each;

import dev.sluice.app.each.shell.WorkingDirectory;
import dev.sluice.app.each.shell.WorkingDirectory.PlacedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * The directory of commands, as the master says it to the workers.
 *
 * @param own whether each command has a new directory, which is removed after it
 * @param directory of all commands; empty: that of the worker process. Where commands have their own: a directory that
 *     takes its place on a host that has it; empty: none does
 * @param files names of the files that each own directory shows
 */
public record CommandPlace(boolean own, String directory, List<String> files) {
    public CommandPlace {
        files = List.copyOf(files);
    }

    /** Returns whether each command begins in a new directory on every host. */
    boolean isNew() {
        return own && directory.isEmpty();
    }

    /**
     * The place as the crew of a worker takes it.
     *
     * @param paths where the files are in this process
     */
    WorkingDirectory resolve(Function<String, Path> paths) {
        if (own && (directory.isEmpty() || !Files.isDirectory(Path.of(directory)))) {
            return new WorkingDirectory.Own(files.stream()
                    .map(name -> new PlacedFile(name, paths.apply(name)))
                    .toList());
        }
        return directory.isEmpty() ? new WorkingDirectory.Current() : new WorkingDirectory.Given(Path.of(directory));
    }
}
