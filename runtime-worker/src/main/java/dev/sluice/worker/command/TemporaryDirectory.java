package dev.sluice.worker.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The directory for temporary files, which Java does not take from the environment as other programs do. */
public final class TemporaryDirectory {
    private static final String PROPERTY = "java.io.tmpdir";
    private static final String USUAL = "/tmp";

    private TemporaryDirectory() {}

    /** Takes {@code $TMPDIR}, unless options of Java name a directory. Call it before the first temporary file. */
    public static void conclude(Map<String, String> environment) {
        String told = environment.getOrDefault("TMPDIR", "");
        if (USUAL.equals(System.getProperty(PROPERTY)) && !told.isEmpty() && isUsable(Path.of(told))) {
            use(Path.of(told));
        }
    }

    /** Makes temporary files in this directory from now on. */
    public static void use(Path directory) {
        System.setProperty(PROPERTY, directory.toAbsolutePath().toString());
    }

    /** Tells whether files can be made in a directory. */
    public static boolean isUsable(Path directory) {
        return Files.isDirectory(directory) && Files.isWritable(directory);
    }
}
