package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;

/** Makes paths of bytes, which need not be UTF-8, and keeps them below a directory. */
final class SafePath {
    private SafePath() {}

    /**
     * Makes a path of the bytes of a name exactly. A {@code Path} made of a string would lose bytes that are no text in
     * the encoding of the process.
     */
    static Path of(Path directory, byte[] name) throws IOException {
        for (byte value : name) {
            if (value == 0) {
                throw refused(name, "no NUL in a name");
            }
        }
        if (name.length == 0 || name[0] == '/') {
            throw refused(name, "a name relative to the directory");
        }
        Path path = BytePath.resolve(directory, name);
        if (path.getNameCount() == 0) {
            throw refused(name, "a name relative to the directory");
        }
        return path;
    }

    /**
     * Returns the path of a name below the directory, whose parents it makes. Names that leave the directory, also by
     * symbolic links, are refused.
     *
     * @param directory is made if it does not exist
     */
    static Path below(Path directory, byte[] name) throws IOException {
        Path root = directory.toAbsolutePath();
        Path path = of(root, name);
        for (Path step : path.subpath(root.getNameCount(), path.getNameCount())) {
            if (step.toString().equals("..")) {
                throw refused(name, "no .. in a name");
            }
        }
        Files.createDirectories(root);
        Path parent = Objects.requireNonNull(path.getParent());
        if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS) || !isPlain(root, parent)) {
            if (!nearestExisting(parent).toRealPath().startsWith(root.toRealPath())) {
                throw refused(name, "no symbolic link that leads out of " + root);
            }
            makeDirectories(parent);
        }
        if (Files.isSymbolicLink(path) || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            throw refused(name, "the name of a file, not of a directory or symbolic link");
        }
        return path;
    }

    /** Tells whether no step from the root down to the directory is a symbolic link. */
    private static boolean isPlain(Path root, Path directory) {
        for (Path step = directory; step.getNameCount() > root.getNameCount(); ) {
            if (Files.isSymbolicLink(step)) {
                return false;
            }
            step = Objects.requireNonNull(step.getParent());
        }
        return true;
    }

    private static Path nearestExisting(Path path) {
        Path at = path;
        while (!Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            at = Objects.requireNonNull(at.getParent());
        }
        return at;
    }

    private static void makeDirectories(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (FileAlreadyExistsException e) {
            throw new IOException(directory + " cannot be made (expected: no file of that name)", e);
        }
    }

    private static IOException refused(byte[] name, String expected) {
        String text = ByteText.shown(name).replaceAll("\\p{Cntrl}", "?");
        return new IOException("name of a result: " + text + " (expected: " + expected + ")");
    }
}
