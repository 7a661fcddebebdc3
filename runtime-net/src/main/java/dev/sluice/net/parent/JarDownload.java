package dev.sluice.net.parent;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.rules.NetException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The download of one jar: requests pieces of 256 KiB, a few at a time, hashes them as they arrive, and renames the
 * file when the hash is right. Pieces arrive in the order of the requests. Confined to the loop.
 */
public final class JarDownload implements AutoCloseable {
    static final int PIECE_BYTES = 256 * 1024;
    private static final int PIECES_AHEAD = 4;

    private final JarCache cache;
    private final JarInfo jar;
    private final Consumer<Fetch> requests;
    private final MessageDigest digest = JarCache.sha256();
    private final Path temporary;
    private final FileChannel file;
    private long requested;
    private long received;

    /** Starts: the first requests go to {@code requests} before this returns. */
    public JarDownload(JarCache cache, JarInfo jar, Consumer<Fetch> requests) throws IOException {
        this.cache = cache;
        this.jar = jar;
        this.requests = requests;
        this.temporary = cache.temporary();
        this.file = FileChannel.open(temporary, StandardOpenOption.WRITE);
        request();
    }

    public JarInfo jar() {
        return jar;
    }

    /**
     * Takes one piece; the caller releases it. Returns the finished file after the last one.
     *
     * @throws NetException if the piece is not the next one, or the complete file has another hash than promised
     */
    public Optional<Path> received(FilePart part) throws IOException {
        long length = part.bytes().size();
        long expected = Math.min(PIECE_BYTES, jar.size() - received);
        if (!part.sha256().equals(jar.sha256()) || part.offset() != received || length != expected) {
            throw new NetException(
                    ErrorCode.MALFORMED,
                    "piece of " + jar.name() + ": " + length + " bytes at " + part.offset() + " (expected: " + expected
                            + " at " + received + ")");
        }
        for (ByteBuffer buffer : part.bytes().buffers()) {
            digest.update(buffer.duplicate());
            for (ByteBuffer rest = buffer.duplicate(); rest.hasRemaining(); ) {
                file.write(rest);
            }
        }
        received += length;
        request();
        return received < jar.size() ? Optional.empty() : Optional.of(finish());
    }

    /** Ends the download; an incomplete file is removed. */
    @Override
    public void close() throws IOException {
        file.close();
        Files.deleteIfExists(temporary);
    }

    private void request() {
        while (requested < jar.size() && requested - received < (long) PIECES_AHEAD * PIECE_BYTES) {
            int length = (int) Math.min(PIECE_BYTES, jar.size() - requested);
            requests.accept(new Fetch(jar.sha256(), requested, length));
            requested += length;
        }
    }

    private Path finish() throws IOException {
        String hash = HexFormat.of().formatHex(digest.digest());
        if (!hash.equals(jar.sha256())) {
            throw new NetException(
                    ErrorCode.MALFORMED,
                    jar.name() + ": content has hash " + hash + " (expected: " + jar.sha256() + ")");
        }
        file.close();
        return cache.keep(temporary, jar);
    }
}
