package dev.sluice.api;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
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
            file = FileBlob.temporary();
        }
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /** Makes a blob of the written bytes; the sink must not be written any more. */
    Blob blob() throws IOException {
        if (file == null) {
            return new BufferBlob(Arrays.copyOf(buffer, used));
        }
        spill();
        FileChannel whole = file;
        file = null;
        return FileBlob.ofTemporary(whole);
    }

    /** Discards the bytes if {@link #blob} was not called. */
    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
