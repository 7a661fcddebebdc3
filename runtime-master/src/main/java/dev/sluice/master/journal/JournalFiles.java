package dev.sluice.master.journal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;

/**
 * The directory that has the segments of a journal. Tests implement it in memory, with faults. One thread at a time
 * changes it; any thread reads.
 */
public interface JournalFiles extends Closeable {
    /** A file that is written at its end. */
    interface Appended extends Closeable {
        /**
         * Writes some of the remaining bytes, at least one, and moves the buffers' positions over what was written.
         *
         * @throws java.nio.file.FileSystemException when nothing was written, for lack of space or otherwise
         */
        long write(ByteBuffer[] buffers, int from, int count) throws IOException;

        /** Returns when all that was written is on the disk. */
        void force() throws IOException;
    }

    /** A file that is read. */
    interface Source extends Closeable {
        long size() throws IOException;

        /** Reads bytes from {@code position} on until {@code into} is full or the file ends; returns their number. */
        int read(long position, ByteBuffer into) throws IOException;
    }

    /** A force failed. What the system could not write is lost, though another force may seem to succeed. */
    final class ForceFailed extends IOException {
        private static final long serialVersionUID = 1;

        public ForceFailed(IOException cause) {
            super("fsync failed: " + cause.getMessage(), cause);
        }
    }

    /** The directory, for messages. */
    Path directory();

    /** Names of all files, in any order. */
    List<String> list() throws IOException;

    /** Opens a file for reading. */
    Source open(String name) throws IOException;

    /**
     * Creates a file, readable by its owner only, or empties it. Returns when the directory has its name on the disk.
     *
     * @throws ForceFailed when the directory cannot be forced
     */
    Appended create(String name) throws IOException;

    /**
     * Opens a file for appending after its first {@code size} bytes. Writes the bytes from {@code from} on once more,
     * because a failed force may have left them in memory only; cuts what follows; and forces file and directory.
     *
     * @throws ForceFailed when the file or the directory cannot be forced
     */
    Appended append(String name, long from, long size) throws IOException;

    /**
     * Deletes files in this order, and returns when the directory lacks their names on the disk.
     *
     * @throws ForceFailed when the directory cannot be forced
     */
    void delete(List<String> names) throws IOException;

    /** Tells whether a failed write may succeed later: the disk or the user's quota is full. Never of a failed force. */
    boolean isFull(IOException failure);

    /** Closes the directory and gives up its lock. */
    @Override
    void close();
}
