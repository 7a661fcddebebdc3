package dev.sluice.app.each.shell;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Finds programs in the directories of {@code $PATH}, each once. Thread-safe. */
final class ProgramPaths {
    private final String[] directories;
    private final Map<String, Optional<String>> found = new ConcurrentHashMap<>();

    ProgramPaths(String path) {
        directories = path.split(File.pathSeparator);
    }

    static ProgramPaths ofEnvironment() {
        return new ProgramPaths(System.getenv().getOrDefault("PATH", "/usr/bin:/bin"));
    }

    /** Finds the absolute path of a program; empty if a relative directory precedes it. */
    Optional<String> find(String name) {
        return found.computeIfAbsent(name, this::search);
    }

    private Optional<String> search(String name) {
        for (String directory : directories) {
            if (!directory.startsWith("/")) {
                return Optional.empty();
            }
            Path program = Path.of(directory, name);
            if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                return Optional.of(program.toString());
            }
        }
        return Optional.empty();
    }
}
