package dev.sluice.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Receives the bytes of a blob: in memory at first, in a file when the buffer is full. Confined to one thread at a
 * time.
 */
final class BlobSink extends OutputStream {
    /** Size of the buffer, and of one write to the file [bytes]. */
    private static final int BUFFER_BYTES = 65_536;

    private byte[] buffer = new byte[1_024];
    private int used;
    private @Nullable FileChannel file;

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, from.length);
        if (length > BUFFER_BYTES - used) {
            spill();
        }
        if (length > BUFFER_BYTES) {
            append(ByteBuffer.wrap(from, offset, length));
            return;
        }
        if (length > buffer.length - used) {
            buffer = Arrays.copyOf(buffer, Math.min(BUFFER_BYTES, Math.max(used + length, 2 * buffer.length)));
        }
        System.arraycopy(from, offset, buffer, used, length);
        used += length;
    }

    private void spill() throws IOException {
        append(ByteBuffer.wrap(buffer, 0, used));
        used = 0;
    }

    private void append(ByteBuffer bytes) throws IOException {
        if (file == null) {
            file = temporary();
        }
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /** A new file without a name; its bytes live as long as the channel. */
    private static FileChannel temporary() throws IOException {
        Path path = Files.createTempFile(Path.of(System.getProperty("java.io.tmpdir")), "sluice-blob-", ".bin");
        try {
            return FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /** The file with all that was written, which belongs to the caller now; null if {@link #bytes} has it. */
    @Nullable
    FileChannel takeFile() throws IOException {
        if (file != null) {
            spill();
        }
        FileChannel whole = file;
        file = null;
        return whole;
    }

    /** All that was written, if it is in no file. */
    byte[] bytes() {
        return Arrays.copyOf(buffer, used);
    }

    /** Discards the bytes if {@link #blob} was not called. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
