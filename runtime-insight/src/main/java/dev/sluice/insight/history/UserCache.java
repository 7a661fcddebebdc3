package dev.sluice.insight.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/** The directory of a user's cached data: {@code $XDG_CACHE_HOME/sluice} or {@code ~/.cache/sluice}. */
public final class UserCache {
    private UserCache() {}

    /** A subdirectory that only its owner may enter; created if missing. */
    public static Path directory(String name) throws IOException {
        Path directory = Files.createDirectories(path(name));
        if (hasPermissions(directory)) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
        return directory;
    }

    /** The same, or null if it cannot be created. */
    public static @Nullable Path directoryIfAny(String name) {
        try {
            return directory(name);
        } catch (IOException e) {
            return null;
        }
    }

    /** Path of such a subdirectory, which may not exist yet. */
    public static Path path(String name) {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("sluice").resolve(name);
    }

    /**
     * Tells whether files have POSIX permissions here. In a chroot no mount point leads to the file system, and Java
     * cannot ask it.
     */
    private static boolean hasPermissions(Path directory) {
        try {
            return Files.getFileStore(directory).supportsFileAttributeView("posix");
        } catch (IOException e) {
            return directory.getFileSystem().supportedFileAttributeViews().contains("posix");
        }
    }
}
