package dev.sluice.worker.isolation;

import dev.sluice.api.CodecException;
import dev.sluice.api.Encoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encodes a result in the process of a unit: small results in memory, others into a file that the worker takes over.
 * The file has a name until then; worker and child both delete it when the other dies. Confined to the thread of the
 * unit.
 */
final class ChildEncoder extends Encoder {
    private static final int FIRST_BYTES = 1_024;
    private static final int MOST_IN_MEMORY_BYTES = 1 << 20;

    private static final FileAttribute<?>[] OWNERS_ALONE =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];

    private final Path path;
    private @Nullable FileChannel file;
    private long fileBytes;
    private long blobBytes;
    /** Copied for earlier values. */
    private long copiedBefore;

    ChildEncoder(Path path) {
        super(ByteBuffer.allocate(FIRST_BYTES));
        this.path = path;
    }

    /**
     * A unique path for large results of a child. Process ids are not unique, because several containers may share one
     * directory for temporary files.
     */
    static Path freshPath() {
        return Path.of(System.getProperty("java.io.tmpdir"), "sluice-unit-" + UUID.randomUUID() + ".bin");
    }

    @Override
    protected ByteBuffer grow(ByteBuffer current, int needed) {
        int written = current.position();
        if (file == null && (long) written + needed <= MOST_IN_MEMORY_BYTES) {
            return ByteBuffer.allocate(Math.max(written + needed, Math.min(2 * written, MOST_IN_MEMORY_BYTES)))
                    .put(current.flip());
        }
        try {
            flush();
        } catch (IOException e) {
            throw full(e);
        }
        return needed <= buffer.capacity() ? buffer : ByteBuffer.allocate(needed);
    }

    /** Moves the buffer's bytes to the file and empties the buffer. */
    private FileChannel flush() throws IOException {
        FileChannel open = file;
        if (open == null) {
            Files.deleteIfExists(path);
            open = FileChannel.open(
                    path, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNERS_ALONE);
            file = open;
        }
        buffer.flip();
        while (buffer.hasRemaining()) {
            fileBytes += open.write(buffer);
        }
        buffer.clear();
        return open;
    }

    @Override
    protected void writeFile(FileChannel from, long position, long length) throws IOException {
        FileChannel open = flush();
        for (long done = 0; done < length; ) {
            long moved = from.transferTo(position + done, length - done, open);
            if (moved <= 0) {
                throw new IOException("a file of " + done + " bytes (expected: " + length + ")");
            }
            done += moved;
            fileBytes += moved;
        }
        blobBytes += length;
    }

    private CodecException full(IOException e) {
        return new CodecException(
                fileBytes + " bytes or more do not fit in " + path + ": " + e.getMessage() + " (expected: room there)",
                e);
    }

    /** Ends the value; tells whether it is in the file, complete. */
    boolean settle() {
        if (file == null) {
            return false;
        }
        try (FileChannel whole = flush()) {
            file = null;
            return whole.isOpen();
        } catch (IOException e) {
            throw full(e);
        }
    }

    /** Bytes encoded. */
    long size() {
        return fileBytes + buffer.position();
    }

    /** Bytes encoded, without those of blobs. */
    long plainBytes() {
        return size() - blobBytes - (copiedBytes() - copiedBefore);
    }

    /** The encoded bytes, if they are in memory. */
    ByteBuffer written() {
        return buffer.duplicate().flip();
    }

    /** Resets the encoder for the next value. */
    void clear() {
        try {
            if (file != null) {
                file.close();
                file = null;
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            file = null; // the next file takes the place of this one
        }
        buffer = ByteBuffer.allocate(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        fileBytes = 0;
        blobBytes = 0;
        copiedBefore = copiedBytes();
    }
}
