package dev.sluice.net.runfile;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/**
 * Texts that only their owner may read, each in a directory that only the owner may enter. Looser permissions are
 * refused.
 */
public final class PrivateFiles {
    static final int MAX_BYTES = 65_536;
    private static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");

    private PrivateFiles() {}

    /** Reads a text of the size of a run file that {@link #write} wrote. */
    public static String read(Path path) throws IOException {
        return read(path, MAX_BYTES);
    }

    /**
     * Reads a text that {@link #write} wrote.
     *
     * @param most bytes; a larger file fails
     * @throws NetException RUN_FILE_EXPOSED if others may read it or it is not a plain file of this user
     */
    public static String read(Path path, int most) throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        if (directory != null) {
            checkOwned(directory.toRealPath(), DIRECTORY_MODE, true);
        }
        checkOwned(path, FILE_MODE, false);
        long size = Files.size(path);
        if (size > most) {
            throw new IOException(size + " bytes (expected: at most " + most + ")");
        }
        return content(path, most);
    }

    static String content(Path path, int most) throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(path, Set.of(StandardOpenOption.READ, NOFOLLOW_LINKS))) {
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(channel.size(), most));
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until full or at the end
            }
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        }
    }

    private static void checkOwned(Path path, Set<PosixFilePermission> most, boolean directory) throws IOException {
        PosixFileAttributes attributes = Files.readAttributes(path, PosixFileAttributes.class, NOFOLLOW_LINKS);
        if (directory ? !attributes.isDirectory() : !attributes.isRegularFile()) {
            throw exposed(path, "not a plain " + (directory ? "directory" : "file"), most);
        }
        if (!most.containsAll(attributes.permissions())) {
            throw exposed(path, PosixFilePermissions.toString(attributes.permissions()), most);
        }
        if (!Files.getAttribute(path, "unix:uid", NOFOLLOW_LINKS).equals(ThisHost.user())) {
            throw exposed(path, "owned by " + attributes.owner(), most);
        }
    }

    private static NetException exposed(Path path, String found, Set<PosixFilePermission> most) {
        return new NetException(
                ErrorCode.RUN_FILE_EXPOSED,
                "run file: " + path + " is " + found + " (expected: " + PosixFilePermissions.toString(most)
                        + ", yours)");
    }

    /**
     * Writes a text that only this user may read to {@code path}, mode 0600, in one step; creates the directory with
     * mode 0700 if there is none.
     *
     * @throws NetException RUN_FILE_EXPOSED if the directory is looser or another user's, RUN_FILE_INVALID or
     *     FILE_NOT_FOUND if no file can be written there
     */
    public static void write(Path path, String text) {
        try {
            Path file = target(path);
            Files.move(fresh(file, text), file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw unwritable(path, e.toString());
        }
    }

    /**
     * Checks that a file can be written to {@code path}, before anything is started that needs it. Creates the
     * directory as {@link #write} does, and leaves nothing else behind.
     *
     * @throws NetException as {@link #write}
     */
    public static void prepare(Path path) {
        try {
            Files.delete(fresh(target(path), ""));
        } catch (IOException e) {
            throw unwritable(path, e.toString());
        }
    }

    /** The absolute path of a file that may be written or replaced, in a directory that is the user's alone. */
    private static Path target(Path path) throws IOException {
        Path file = path.toAbsolutePath();
        Path directory = file.getParent();
        if (directory == null || Files.exists(file) && !Files.isRegularFile(file)) {
            throw new NetException(
                    ErrorCode.RUN_FILE_INVALID,
                    "run file: " + path + (Files.isDirectory(file) ? " is a directory" : " is no regular file")
                            + " (expected: a file in a directory)");
        }
        Path existing = directory;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        if (!Files.isDirectory(existing)) {
            throw unwritable(path, existing + " is no directory");
        }
        keepDirectory(directory);
        return file;
    }

    /** Writes the text to a new file next to {@code file}, which only its owner may read. */
    private static Path fresh(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(
                fresh,
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(FILE_MODE))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
        return fresh;
    }

    private static NetException unwritable(Path path, String why) {
        return new NetException(
                ErrorCode.FILE_NOT_FOUND,
                "run file: " + path + " cannot be written: " + why
                        + " (expected: a file in a directory of yours that can be written)");
    }

    /**
     * Makes a directory that only its owner may enter, unless it exists.
     *
     * @throws NetException RUN_FILE_EXPOSED if it exists and is looser or another user's
     */
    public static void keepDirectory(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY_MODE));
        }
        checkOwned(directory.toRealPath(), DIRECTORY_MODE, true);
    }
}
