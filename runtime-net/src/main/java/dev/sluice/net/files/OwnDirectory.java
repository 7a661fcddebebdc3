package dev.sluice.net.files;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** The directories of a user's cache, from which programs are run: whatever the umask, nobody else may enter them. */
public final class OwnDirectory {
    private OwnDirectory() {}

    /**
     * A directory in {@code $XDG_CACHE_HOME/sluice}, else {@code ~/.cache/sluice}, made if it is missing.
     *
     * @throws SluiceException as {@link #make}
     */
    public static Path ofUser(String name) throws IOException {
        make(path(name).resolveSibling(""));
        return make(path(name));
    }

    /** The path of such a directory, which may not exist yet. */
    public static Path path(String name) {
        String xdg = System.getenv("XDG_CACHE_HOME");
        Path base = xdg == null || xdg.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(xdg);
        return base.resolve("sluice").resolve(name);
    }

    /**
     * Makes a directory with mode 0700, and those above it that are missing; takes the rights of others from one that
     * exists.
     *
     * @throws SluiceException CACHE_EXPOSED if it belongs to another user
     */
    public static Path make(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.createDirectories(
                        directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            } else {
                Files.createDirectories(directory);
            }
        }
        if (hasOwners(directory)) {
            if (!isOwn(directory)) {
                throw new SluiceException(
                        ErrorCode.CACHE_EXPOSED,
                        "cache: " + directory + " belongs to " + Files.getOwner(directory)
                                + " (expected: a directory of the user who runs this)");
            }
            Permissions.set(directory.toRealPath(), Permissions.PRIVATE);
        }
        return directory;
    }

    /** Tells whether a file or directory belongs to the user of this process. */
    public static boolean isOwn(Path file) throws IOException {
        return !hasOwners(file)
                || Files.getAttribute(file, "unix:uid").equals(ThisHost.user())
                        && Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS)
                                .equals(ThisHost.user());
    }

    /**
     * Tells whether files have owners and permissions here. In a chroot no mount point leads to the file system, and
     * Java cannot ask it.
     */
    private static boolean hasOwners(Path file) {
        if (!Files.exists(Path.of("/proc/self"))) {
            return false;
        }
        try {
            return Files.getFileStore(file).supportsFileAttributeView("posix");
        } catch (IOException e) {
            return file.getFileSystem().supportedFileAttributeViews().contains("unix");
        }
    }
}
