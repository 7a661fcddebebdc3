package dev.sluice.net.payload;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Space for payloads that are too large for memory: files without a name in one directory. A file disappears with the
 * last reference to its content, or with the process. Any thread.
 */
public final class SpillSpace {
    /** A space without files: everything stays in memory. */
    public static final SpillSpace NONE = new SpillSpace(Path.of(""), 0, () -> Long.MAX_VALUE);

    private final Path directory;
    private final long mostBytes;
    private final LongSupplier aboveBytes;
    private final AtomicLong usedBytes = new AtomicLong();

    /**
     * @param directory must exist when the first large payload comes
     * @param mostBytes limit of all files together [bytes]
     * @param aboveBytes a larger payload goes into a file [bytes]; called repeatedly, on any thread
     */
    public SpillSpace(Path directory, long mostBytes, LongSupplier aboveBytes) {
        this.directory = directory;
        this.mostBytes = mostBytes;
        this.aboveBytes = aboveBytes;
    }

    /** Tells whether a payload of this size goes to a file. */
    public boolean wants(long bytes) {
        return bytes > aboveBytes.getAsLong();
    }

    /** Bytes in files now. */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** Reserves space before a write. */
    void take(long bytes) throws IOException {
        if (usedBytes.addAndGet(bytes) > mostBytes) {
            usedBytes.addAndGet(-bytes);
            throw new IOException("more than " + mostBytes + " bytes in files");
        }
    }

    /** Frees space. */
    void free(long bytes) {
        usedBytes.addAndGet(-bytes);
    }

    FileChannel newFile() throws IOException {
        Path path = Files.createTempFile(directory, "spill-", ".bin");
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** The directory, for error messages. */
    @Override
    public String toString() {
        return directory.toString().isEmpty() ? "no directory" : directory.toString();
    }
}
