package dev.sluice.net.files;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * The download of one jar or file: requests pieces of 4 MiB, a few at a time, and hashes them as they arrive. Pieces
 * arrive in the order of the requests. Confined to the loop.
 */
public final class Download implements AutoCloseable {
    /** Bytes in one request. */
    public static final int PIECE_BYTES = 4 << 20;

    private static final int PIECES_AHEAD = 4;

    private final Content content;
    private final MessageDigest digest;
    private final FileChannel file;
    private Consumer<Fetch> requests;
    private long requested;
    private long received;

    /**
     * The file to download.
     *
     * @param name for messages
     * @param sha256 of all of it, 64 lower-case hexadecimal digits
     * @param size of all of it [bytes]
     */
    public record Content(String name, String sha256, long size) {}

    /**
     * The destination of the file.
     *
     * @param file that exists
     * @param offset bytes of the content that the file has already [bytes]
     * @param digest of these bytes
     */
    public record Target(Path file, long offset, MessageDigest digest) {
        /** An empty file. */
        public static Target empty(Path file) {
            return new Target(file, 0, ContentHash.sha256());
        }
    }

    /** Starts: the first requests go to {@code requests} before this returns. */
    public Download(Content content, Target target, Consumer<Fetch> requests) throws IOException {
        this.content = content;
        this.requests = requests;
        this.digest = target.digest();
        this.requested = target.offset();
        this.received = target.offset();
        this.file = FileChannel.open(target.file(), StandardOpenOption.WRITE);
        file.position(received);
        file.truncate(received);
        request();
    }

    /** Goes on from another source: requests again what has not arrived. */
    void resume(Consumer<Fetch> others) {
        requests = others;
        requested = received;
        request();
    }

    /** Tells whether it waits for pieces of this content. */
    public boolean isOf(String sha256) {
        return content.sha256.equals(sha256);
    }

    /** Bytes that are here [bytes]. */
    long receivedBytes() {
        return received;
    }

    /** Tells whether nothing is to come, as when the content is empty. */
    public boolean complete() {
        return received == content.size;
    }

    /**
     * Writes one piece; the caller releases it. Returns whether it was the last one.
     *
     * @throws NetException if the piece is not the next one, or all of it has another hash than promised
     */
    public boolean received(FilePart part) throws IOException {
        long length = part.bytes().size();
        long expected = Math.min(PIECE_BYTES, content.size - received);
        if (!isOf(part.sha256()) || part.offset() != received || length != expected || complete()) {
            throw new NetException(
                    ErrorCode.MALFORMED,
                    "piece of " + content.name + ": " + length + " bytes at " + part.offset() + " (expected: "
                            + expected + " at " + received + ")");
        }
        for (ByteBuffer buffer : part.bytes().buffers()) {
            digest.update(buffer.duplicate());
            for (ByteBuffer rest = buffer.duplicate(); rest.hasRemaining(); ) {
                file.write(rest);
            }
        }
        received += length;
        request();
        if (!complete()) {
            return false;
        }
        verify();
        return true;
    }

    /** Compares the hash of all bytes; called once, when it is complete without a piece. */
    void verify() {
        String hash = HexFormat.of().formatHex(digest.digest());
        if (!hash.equals(content.sha256)) {
            throw new WrongContent(content.name + ": content has hash " + hash + " (expected: " + content.sha256 + ")");
        }
    }

    /** Closes the file, which keeps what has arrived. */
    @Override
    public void close() throws IOException {
        file.close();
    }

    private void request() {
        while (requested < content.size && requested - received < (long) PIECES_AHEAD * PIECE_BYTES) {
            int length = (int) Math.min(PIECE_BYTES, content.size - requested);
            requests.accept(new Fetch(content.sha256, requested, length));
            requested += length;
        }
    }

    /** All bytes arrived, and their hash is not the promised one. */
    public static final class WrongContent extends SluiceException {
        private static final long serialVersionUID = 1;

        WrongContent(String message) {
            super(ErrorCode.MALFORMED, message);
        }
    }
}
