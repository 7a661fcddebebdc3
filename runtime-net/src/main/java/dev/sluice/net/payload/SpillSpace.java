package dev.sluice.net.payload;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Where payloads lie that are too large for memory: files without a name in one directory, which are gone with the last
 * reference to what is in them, or with the process. Any thread.
 */
public final class SpillSpace {
    /** Nothing is ever put into a file. */
    public static final SpillSpace NONE = new SpillSpace(Path.of(""), 0, () -> Long.MAX_VALUE);

    private final Path directory;
    private final long mostBytes;
    private final LongSupplier aboveBytes;
    private final AtomicLong usedBytes = new AtomicLong();

    /**
     * @param directory must exist when the first payload comes that is too large
     * @param mostBytes all files together
     * @param aboveBytes a payload larger than this goes into a file; asked again and again, any thread
     */
    public SpillSpace(Path directory, long mostBytes, LongSupplier aboveBytes) {
        this.directory = directory;
        this.mostBytes = mostBytes;
        this.aboveBytes = aboveBytes;
    }

    /** Whether a payload of this size is to lie in a file. */
    public boolean wants(long bytes) {
        return bytes > aboveBytes.getAsLong();
    }

    /** Bytes in files now. */
    public long usedBytes() {
        return usedBytes.get();
    }

    /** What all files together may have [bytes]. */
    public long mostBytes() {
        return mostBytes;
    }

    /** So many bytes are about to be written. */
    void take(long bytes) throws IOException {
        if (usedBytes.addAndGet(bytes) > mostBytes) {
            usedBytes.addAndGet(-bytes);
            throw new IOException("more than " + mostBytes + " bytes in files");
        }
    }

    /** So many bytes are in no file any more. */
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

    /** For errors. */
    @Override
    public String toString() {
        return directory.toString().isEmpty() ? "no directory" : directory.toString();
    }
}
