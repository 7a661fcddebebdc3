package dev.sluice.insight.history;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The directories of a user's runs: a file of the state directory with the address of one directory in each line, the
 * oldest first. A process appends its line in one write. Lines of deleted directories are removed. Any thread.
 */
public final class RunIndex {
    private static final long LOCK_MILLIS = 2_000;

    /** Number of lines above which an addition also removes the lines of deleted directories. */
    private static final int MOST_LINES = 2_000;

    private static final int LEAST_LINE_BYTES = 20;

    private final Path directory;
    private final Path file;

    /** @param directory the state directory, which may not exist yet */
    public RunIndex(Path directory) {
        this.directory = directory;
        this.file = directory.resolve("runs");
    }

    /** The index of this user. */
    public static RunIndex ofUser() {
        return new RunIndex(StateDirectory.of(System.getenv()));
    }

    /** Adds the directory of a run that begins. */
    public void add(Path run) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
            if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
            }
        }
        String line = address(run) + "\n";
        long size;
        Optional<HistoryLock> lock = lock();
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            String text = endsInALine() ? line : "\n" + line;
            channel.write(StandardCharsets.UTF_8.encode(text));
            size = channel.size();
        } finally {
            release(lock);
        }
        if (size > (long) MOST_LINES * Math.max(LEAST_LINE_BYTES, line.length())) {
            prune();
        }
    }

    /** The existing directories, the latest first, each once. */
    public List<Path> directories() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        List<String> lines = lines();
        List<String> kept = kept(lines);
        if (kept.size() < lines.size()) {
            prune();
        }
        List<Path> latest = new ArrayList<>();
        kept.forEach(line -> path(line).filter(Files::isDirectory).ifPresent(latest::add));
        Collections.reverse(latest);
        return latest;
    }

    /** Tells whether a line that is appended begins a new one; a writer that was killed may have left a part of one. */
    private boolean endsInALine() throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return channel.size() == 0 || channel.read(last, channel.size() - 1) < 1 || last.get(0) == '\n';
        }
    }

    private List<String> lines() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    /** The lines whose directories were not deleted, each at its last place. */
    private static List<String> kept(List<String> lines) {
        Set<String> once = new LinkedHashSet<>();
        for (String line : lines) {
            once.remove(line);
            if (path(line).filter(run -> !isDeleted(run)).isPresent()) {
                once.add(line);
            }
        }
        return List.copyOf(once);
    }

    /**
     * Tells whether a directory was deleted, alone or with those above it. Above a directory on a disk that is not
     * there now is an empty one, to which the disk belongs.
     */
    private static boolean isDeleted(Path run) {
        Path there = run.getParent();
        if (!Files.notExists(run) || there == null) {
            return false;
        }
        boolean alone = Files.isDirectory(there);
        while (!Files.isDirectory(there) && there.getParent() != null) {
            there = there.getParent();
        }
        return alone || !isEmpty(there);
    }

    /** A directory that cannot be read counts as empty. */
    private static boolean isEmpty(Path directory) {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        } catch (IOException unreadable) {
            return true;
        }
    }

    /** Removes the lines of deleted directories if that is possible. A line too many does no harm. */
    private void prune() {
        try {
            pruneUnderLock();
        } catch (IOException impossible) {
            // a later call tries again
        }
    }

    /** Writes the file without the lines of deleted directories. Without the lock the file stays as it is. */
    private void pruneUnderLock() throws IOException {
        Optional<HistoryLock> lock = lock();
        if (lock.isEmpty()) {
            return;
        }
        try {
            Path fresh = directory.resolve("runs.new");
            StringBuilder text = new StringBuilder();
            kept(lines()).forEach(line -> text.append(line).append('\n'));
            Files.writeString(fresh, text, StandardCharsets.UTF_8);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            release(lock);
        }
    }

    /** The lock against a process that prunes; empty if it was not available in time, or if there are no locks here. */
    private Optional<HistoryLock> lock() {
        try {
            return HistoryLock.take(directory.resolve("runs.lock"), LOCK_MILLIS);
        } catch (IOException noLocks) {
            return Optional.empty();
        }
    }

    private static void release(Optional<HistoryLock> lock) throws IOException {
        if (lock.isPresent()) {
            lock.get().close();
        }
    }

    /** The path as one line, whatever characters it has. */
    private static String address(Path run) {
        return run.toAbsolutePath().normalize().toUri().toASCIIString();
    }

    /** The path in a line; empty if the line was cut off or is of another kind. */
    private static Optional<Path> path(String line) {
        try {
            return line.startsWith("file:///") ? Optional.of(Path.of(URI.create(line))) : Optional.empty();
        } catch (IllegalArgumentException wrong) {
            return Optional.empty();
        }
    }
}
