package dev.sluice.app.each.shell;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Random;

/**
 * Tells whether files of commands find room. A command writes its output by itself and rarely looks at what becomes of
 * it, so that nobody else sees a write that failed. A probe is written instead of asking for the free space, because
 * quotas, reserved blocks and the last inode do not show there. Thread-safe.
 */
final class DiskRoom implements Closeable {
    /** Written and taken back; random, because some file systems store zeros in no room [bytes]. */
    private static final byte[] PROBE = new byte[8_192];

    /** Free space below which a fast writer may fill the disk between two usual looks [bytes]. */
    private static final long SCARCE_BYTES = 256L << 20;

    static {
        new Random(1).nextBytes(PROBE);
    }

    private final Path directory;

    /** Not a channel, which an interrupt would close. */
    private final RandomAccessFile file;

    private long timesFull;
    private boolean closed;

    DiskRoom(Path directory) throws IOException {
        this(directory, new RandomAccessFile(directory.resolve("probe").toFile(), "rw"));
    }

    DiskRoom(Path directory, RandomAccessFile file) {
        this.directory = directory;
        this.file = file;
    }

    /** Looks whether there is no room. */
    synchronized boolean isFull() {
        if (closed) {
            return false;
        }
        boolean full = false;
        try {
            file.seek(0);
            file.write(PROBE);
        } catch (IOException refused) {
            full = true;
            timesFull++;
        }
        try {
            file.setLength(0);
        } catch (IOException unlikely) {
            full = true;
        }
        return full;
    }

    /** Number of looks so far that found no room. A command in whose time it has grown may have lost output. */
    synchronized long timesFull() {
        return timesFull;
    }

    /** Returns whether looks must follow each other quickly. */
    boolean isScarce() {
        return directory.toFile().getUsableSpace() < SCARCE_BYTES;
    }

    Path directory() {
        return directory;
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        file.close();
    }
}
