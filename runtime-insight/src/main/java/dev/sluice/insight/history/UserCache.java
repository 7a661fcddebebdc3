package dev.sluice.insight.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** What is kept for a user between commands: {@code $XDG_CACHE_HOME/sluice} or {@code ~/.cache/sluice}. */
public final class UserCache {
    private UserCache() {}

    /** A directory of it, which its owner alone may enter; made when it is not there. */
    public static Path directory(String name) throws IOException {
        Path directory = Files.createDirectories(path(name));
        if (hasPermissions(directory)) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
        return directory;
    }

    /** The same, or null where none can be made. */
    public static @Nullable Path directoryIfAny(String name) {
        try {
            return directory(name);
        } catch (IOException e) {
            return null;
        }
    }

    /** Where such a directory is, there or not. */
    public static Path path(String name) {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("sluice").resolve(name);
    }

    /**
     * Whether files have owners' rights here. Java cannot ask the file system when no mount point leads to it, as in a
     * chroot.
     */
    private static boolean hasPermissions(Path directory) {
        try {
            return Files.getFileStore(directory).supportsFileAttributeView("posix");
        } catch (IOException e) {
            return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        }
    }
}
