package dev.sluice.app.each.shell;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.NoRoomException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files of the slot's command: its standard input, its outputs, and its own directory. Confined to one thread at a
 * time.
 */
final class SlotFiles {
    /** More output than this stays in its file [bytes]. */
    static final long MOST_IN_MEMORY_BYTES = 65_536;

    private static final Path NO_INPUT = Path.of("/dev/null");

    private static final long LARGEST_FILE_BYTES = OwnLimits.soft("Max file size");
    private static final String INCOMPLETE = "output is incomplete: ";

    private final Path root;
    private final DiskRoom room;
    private final Path input;
    private final Path output;
    private final Path error;
    private final Path notes;
    private final Path work;

    /** Paths as words of a shell: to write one asks the system about the file. */
    private final Map<Path, String> quoted = new HashMap<>();

    /** True from the time a directory of the command's own is made until it is removed. */
    private boolean worked;

    /** Looks without room before the command began. */
    private long fullBefore;

    SlotFiles(Path root, DiskRoom room) throws IOException {
        this.root = root;
        this.room = room;
        input = root.resolve("in");
        output = root.resolve("out");
        error = root.resolve("err");
        notes = root.resolve("notes");
        work = root.resolve("work");
        Files.createDirectories(root);
    }

    Path output() {
        return output;
    }

    Path error() {
        return error;
    }

    /** Directory of the command's own. */
    Path work() {
        return work;
    }

    /** The path of one of these files as a word of a shell. */
    String quoted(Path file) {
        return quoted.computeIfAbsent(file, path -> ShellText.quoted(ShellText.text(BytePath.bytes(path))));
    }

    /** Receives messages of the shell itself. */
    Path notes() {
        return notes;
    }

    long notesBytes() {
        return notes.toFile().length();
    }

    /** Prepares the standard input of a command and returns its file. */
    Path input(Optional<Blob> bytes) throws IOException {
        if (bytes.isEmpty()) {
            return NO_INPUT;
        }
        Files.createDirectories(root);
        try (InputStream in = bytes.get().open()) {
            Files.copy(in, input, StandardCopyOption.REPLACE_EXISTING);
        }
        return input;
    }

    /** Makes an empty directory that shows the placed files. */
    Path makeWork(WorkingDirectory.Own own) throws IOException {
        removeWork();
        worked = true;
        Files.createDirectories(work);
        for (WorkingDirectory.PlacedFile placed : own.placed()) {
            Path link = work.resolve(placed.name()).normalize();
            if (!link.startsWith(work) || link.equals(work)) {
                throw new IOException(placed.name() + " is no name in a directory (expected: a relative name)");
            }
            Files.createDirectories(Objects.requireNonNull(link.getParent()));
            Files.createSymbolicLink(link, placed.target().toAbsolutePath());
        }
        return work;
    }

    /** Removes the command's own directory as far as its permissions allow. */
    void removeWork() throws IOException {
        if (worked && Files.exists(work, LinkOption.NOFOLLOW_LINKS)) {
            room.isFull(); // before room is made, as in discard
            Files.walkFileTree(work, new Remover());
        }
        worked = false;
    }

    /** Adds a line to standard error. */
    void complain(String text) throws IOException {
        Files.createDirectories(root);
        Files.writeString(error, "sluice: " + text + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Shortens an output; returns whether it was longer. */
    boolean cut(Path file, long mostBytes) throws IOException {
        if (file.toFile().length() <= mostBytes) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(mostBytes);
        }
        return true;
    }

    /** Takes an output. The next command writes a new file, so that a process left in the background cannot disturb. */
    Blob take(Path file) throws IOException {
        long bytes = file.toFile().length();
        if (bytes == 0) {
            Files.deleteIfExists(file);
            return Blob.of(new byte[0]);
        }
        Blob taken = bytes <= MOST_IN_MEMORY_BYTES ? Blob.of(Files.readAllBytes(file)) : Blob.of(file);
        Files.delete(file);
        return taken;
    }

    /** Begins a try of a command. */
    void begin() {
        fullBefore = room.timesFull();
    }

    /** Refuses what a command wrote if the file system was full in its time. */
    void requireRoom() throws IOException {
        if (room.isFull() || room.timesFull() != fullBefore) {
            throw noRoom(INCOMPLETE, new IOException("No space left on device"));
        }
        if (Math.max(output.toFile().length(), error.toFile().length()) >= LARGEST_FILE_BYTES) {
            throw new NoRoomException(
                    INCOMPLETE + "a file of " + LARGEST_FILE_BYTES + " bytes",
                    new IOException("File too large"),
                    "a higher limit of the size of files, ulimit -f");
        }
    }

    private IOException noRoom(String what, IOException cause) {
        return new NoRoomException(what + "files of commands in " + room.directory(), cause, NoRoomException.TEMPORARY);
    }

    /** Names the remedy if a full file system is the reason. */
    IOException explained(IOException failure) {
        return room.isFull() && !(failure instanceof NoRoomException) ? noRoom("", failure) : failure;
    }

    /** Removes the outputs of a command whose result nobody wants. */
    void discard() throws IOException {
        room.isFull(); // before room is made, so that other commands learn that they had none
        Files.deleteIfExists(output);
        Files.deleteIfExists(error);
    }

    /** Removes a tree, and opens directories that the command has closed to its owner. */
    private static final class Remover extends SimpleFileVisitor<Path> {
        private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rwx------");

        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            if (!Files.isWritable(directory)) {
                Files.setPosixFilePermissions(directory, OPEN);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            if (failure instanceof AccessDeniedException
                    && !Files.getPosixFilePermissions(file).containsAll(OPEN)) {
                Files.setPosixFilePermissions(file, OPEN);
                Files.walkFileTree(file, new Remover());
            } else if (!(failure instanceof NoSuchFileException)) {
                throw failure;
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
