package dev.sluice.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Bytes of any number that pass as a stream: a result, or a component of one, that is larger than the memory of the
 * worker that makes it or of the master that takes it.
 *
 * <p>On the worker, {@code compute} writes it ({@link #write}) or names a file ({@link #of(Path)}); beyond a few
 * kilobytes the bytes lie in a temporary file there and travel in parts of 256 KiB. On the master,
 * {@link Application#accept} is called when all of them have come, and reads them with {@link #open}; those that are
 * too many for its memory lie in a file there. So a worker that dies half-way costs another computation of the unit,
 * and nothing that {@code accept} has read was in vain. Both sides need the disk: the worker for what it keeps until
 * the master has accepted it, the master for what its workers have sent and {@code accept} has not taken yet.
 *
 * <p>Lifetime: make a new one for each unit. One that was made in {@code compute} lasts until its result is encoded or,
 * in a serial run, accepted; one that {@code accept} is given lasts until {@code accept} returns. Later reads are an
 * {@link IOException}: what is needed longer is to be copied. In a setup or a unit a blob is an ordinary value that
 * lasts as long as it is referred to.
 *
 * <p>May be read from any thread, any number of times; two blobs are equal only if they are the same.
 */
public abstract sealed class Blob permits BufferBlob, FileBlob {
    Blob() {}

    /** What writes a blob. */
    @FunctionalInterface
    public interface Writer {
        /** Writes all bytes; need not close or flush. What it throws comes out of {@link Blob#write}. */
        void writeTo(OutputStream out) throws IOException;
    }

    /** These bytes, which are not changed any more. */
    public static Blob of(byte[] bytes) {
        return new BufferBlob(bytes);
    }

    /**
     * The bytes that this file has now. The file is opened here and may be deleted as soon as this returns (where the
     * system allows that); it must not be written any more. It is not deleted by Sluice.
     */
    public static Blob of(Path file) throws IOException {
        return FileBlob.ofFile(file);
    }

    /**
     * The bytes that {@code writer} writes, at once, before this returns. They go to a temporary file when they are
     * more than a few kilobytes, in the directory {@code java.io.tmpdir}; a full disk is an {@link IOException}, and
     * then the unit fails there and is tried on another worker.
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
     * Reads the bytes from the first one on. The stream needs no buffer around it when it is read in pieces of some
     * kilobytes. Its reads throw {@link IOException} once the blob is over, see above.
     */
    public abstract InputStream open() throws IOException;

    /** Writes the bytes without their number. */
    abstract void encode(Encoder out) throws IOException;

    @Override
    public final String toString() {
        return "a blob of " + size() + " bytes";
    }
}
