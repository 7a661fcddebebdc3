package dev.sluice.api.language;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The directories in which this process finds programs. Any thread. */
public final class SearchPath {
    private SearchPath() {}

    /** Finds a program; empty if no directory has it. */
    public static Optional<String> find(String program) {
        String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
        for (String directory : path.split(File.pathSeparator)) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file.toString());
            }
        }
        return Optional.empty();
    }
}
