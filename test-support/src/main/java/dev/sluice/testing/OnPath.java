package dev.sluice.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds programs that a test needs and a machine may lack. */
public final class OnPath {
    private OnPath() {}

    /** Tells whether a directory of {@code PATH} has this program. */
    public static boolean has(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
