package dev.sluice.api;

import java.io.IOException;
import java.io.InputStream;
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
 * A stream of bytes of any length. Use it as a result, or as a component of one, that is larger than the memory of the
 * worker or of the master.
 *
 * <p>On the worker, {@code compute} writes the blob ({@link #write}) or names a file ({@link #of(Path)}). Sluice keeps
 * more than a few kilobytes in a temporary file and sends them in parts of 64 KiB. On the master, Sluice calls
 * {@link Application#accept} when all bytes have arrived, and {@code accept} reads them with {@link #open}; bytes that
 * exceed its memory are in a file there. A worker that dies half-way therefore costs another computation of the unit,
 * and {@code accept} never reads an incomplete blob. Both sides need disk space: the worker for results that the master
 * has not accepted yet, the master for received results that {@code accept} has not taken yet.
 *
 * <p>Lifetime: make a new blob for each unit. A blob made in {@code compute} lasts until its result is encoded or, in a
 * serial run, accepted. A blob that {@code accept} receives lasts until {@code accept} returns; a later read throws an
 * {@link IOException}, so copy the bytes that you need longer. In a setup or a unit a blob is an ordinary value that
 * lasts as long as it is referred to.
 *
 * <p>Any thread may read a blob, any number of times. Two blobs are equal only if they are the same object.
 */
public abstract sealed class Blob permits BufferBlob, FileBlob {
    Blob() {}

    /** Writes the bytes of a blob. */
    @FunctionalInterface
    public interface Writer {
        /** Writes all bytes; need not close or flush the stream. {@link Blob#write} passes its exceptions on. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Makes a blob of this array, which the caller must not change any more. */
    public static Blob of(byte[] bytes) {
        return new BufferBlob(bytes);
    }

    /**
     * Makes a blob of the bytes that this file has now. The file is opened here; it may be deleted as soon as this
     * method returns, where the system allows that, but must not be written any more. Sluice does not delete it.
     */
    public static Blob of(Path file) throws IOException {
        return FileBlob.ofFile(file);
    }

    /**
     * Calls {@code writer} before this method returns and makes a blob of the bytes that it writes. More than a few
     * kilobytes go to a temporary file in the directory {@code java.io.tmpdir}. A full disk is an {@link IOException}:
     * the unit then fails on this worker and is tried on another.
     */
    public static Blob write(Writer writer) throws IOException {
        try (BlobSink sink = new BlobSink()) {
            writer.writeTo(sink);
            FileChannel file = sink.takeFile();
            return file == null ? new BufferBlob(sink.bytes()) : FileBlob.ofTemporary(file);
        }
    }

    /** Number of bytes. */
    public abstract long size();

    /**
     * Reads the bytes from the first one on. The stream needs no buffer around it if you read pieces of some kilobytes.
     * A read after the blob's lifetime (see above) throws {@link IOException}.
     */
    public abstract InputStream open() throws IOException;

    /** Writes the bytes without their length. */
    abstract void encode(Encoder out) throws IOException;

    @Override
    public final String toString() {
        return "a blob of " + size() + " bytes";
    }

    /**
     * Receives the bytes of a blob: in memory at first, in a file when the buffer is full. Confined to one thread at a
     * time.
     */
    private static final class BlobSink extends OutputStream {
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
}
