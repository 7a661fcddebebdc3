package dev.sluice.master.journal;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A directory on a disk. */
public final class RealJournalFiles implements JournalFiles {
    private static final String LOCK = "lock";
    private static final Set<PosixFilePermission> DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    /**
     * Largest part of a heap buffer that is written at once, because the platform copies it to memory that it keeps
     * [bytes].
     */
    private static final int HEAP_BYTES = 1 << 20;

    private final Path directory;

    /** Holds the lock while it is open; null if the directory is only read. */
    private final @Nullable FileChannel lock;

    private RealJournalFiles(Path directory, @Nullable FileChannel lock) {
        this.directory = directory;
        this.lock = lock;
    }

    /** Opens a directory for reading only, whoever has its lock. */
    public static RealJournalFiles read(Path directory) {
        return new RealJournalFiles(directory, null);
    }

    /**
     * Opens a directory for writing and takes its lock, so that no other process writes to it. Creates the directory,
     * open to its owner only, if it does not exist.
     *
     * @throws SluiceException when another process, or another opening in this one, has the lock
     */
    public static RealJournalFiles lock(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(DIRECTORY));
        }
        FileChannel channel = FileChannel.open(
                directory.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(FILE));
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            locked = false; // this process has it
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw new SluiceException(
                    ErrorCode.JOURNAL_IN_USE, "journal: " + directory + " is locked (expected: used by nobody)");
        }
        return new RealJournalFiles(directory, channel);
    }

    /** Tells whether a process has the lock of this directory. A directory that cannot be locked counts as free. */
    public static boolean isLocked(Path directory) {
        if (!Files.isRegularFile(directory.resolve(LOCK))) {
            return false;
        }
        try {
            lock(directory).close();
            return false;
        } catch (SluiceException held) {
            return true;
        } catch (IOException unusable) {
            return false;
        }
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public List<String> list() throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(file -> names.add(String.valueOf(file.getFileName())));
        }
        return names;
    }

    @Override
    public Source open(String name) throws IOException {
        return new OpenSource(FileChannel.open(directory.resolve(name), StandardOpenOption.READ));
    }

    @Override
    public Appended create(String name) throws IOException {
        demandLock();
        FileChannel channel = FileChannel.open(
                directory.resolve(name),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING),
                PosixFilePermissions.asFileAttribute(FILE));
        try {
            forceDirectory();
        } catch (ForceFailed e) {
            channel.close();
            throw e;
        }
        return new OpenAppended(channel);
    }

    @Override
    public Appended append(String name, long from, long size) throws IOException {
        demandLock();
        FileChannel channel =
                FileChannel.open(directory.resolve(name), StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            rewrite(channel, from, size);
            channel.truncate(size);
            channel.position(size);
            force(channel, true);
            forceDirectory();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        return new OpenAppended(channel);
    }

    private static void rewrite(FileChannel channel, long from, long to) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(HEAP_BYTES, to - from));
        for (long at = from; at < to; at += bytes.limit()) {
            bytes.clear().limit((int) Math.min(bytes.capacity(), to - at));
            if (new OpenSource(channel).read(at, bytes) < bytes.limit()) {
                throw new IOException("ends before offset " + to);
            }
            bytes.flip();
            for (long into = at; bytes.hasRemaining(); ) {
                into += channel.write(bytes, into);
            }
        }
    }

    private static void force(FileChannel channel, boolean metadata) throws ForceFailed {
        try {
            channel.force(metadata);
        } catch (IOException e) {
            throw new ForceFailed(e);
        }
    }

    @Override
    public void delete(List<String> names) throws IOException {
        demandLock();
        for (String name : names) {
            Files.deleteIfExists(directory.resolve(name));
        }
        if (!names.isEmpty()) {
            forceDirectory();
        }
    }

    private void forceDirectory() throws ForceFailed {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            force(channel, true);
        } catch (ForceFailed e) {
            throw e;
        } catch (IOException e) {
            throw new ForceFailed(e);
        }
    }

    private void demandLock() {
        if (lock == null) {
            throw new IllegalStateException(directory + " is open for reading (expected: for writing)");
        }
    }

    @Override
    public boolean isFull(IOException failure) {
        if (failure instanceof ForceFailed) {
            return false;
        }
        String message = String.valueOf(failure.getMessage());
        return message.contains("No space left") || message.contains("quota exceeded");
    }

    @Override
    public void close() {
        if (lock != null) {
            try {
                lock.close();
            } catch (IOException e) {
                throw new IllegalStateException("the lock of " + directory + " cannot be given up", e);
            }
        }
    }

    private record OpenSource(FileChannel channel) implements Source {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(long position, ByteBuffer into) throws IOException {
            int read = 0;
            while (into.hasRemaining()) {
                int count = channel.read(into, position + read);
                if (count < 0) {
                    break;
                }
                read += count;
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    private record OpenAppended(FileChannel channel) implements Appended {
        @Override
        public long write(ByteBuffer[] buffers, int from, int count) throws IOException {
            ByteBuffer first = buffers[from];
            if (first.isDirect() || first.remaining() <= HEAP_BYTES) {
                int direct = 0;
                while (direct < count
                        && (buffers[from + direct].isDirect() || buffers[from + direct].remaining() <= HEAP_BYTES)) {
                    direct++;
                }
                return channel.write(buffers, from, direct);
            }
            int limit = first.limit();
            try {
                return channel.write(first.limit(first.position() + HEAP_BYTES));
            } finally {
                first.limit(limit);
            }
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
