package dev.sluice.insight.predict;

import dev.sluice.model.SluiceException;
import dev.sluice.net.files.ContentHash;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The encoded results of executed units, one after the other in a file that is complete or absent. Confined to one
 * thread at a time.
 */
final class ResultFile implements AutoCloseable {
    private static final int WRITTEN_AT_ONCE = 1 << 16;

    private final @Nullable Path target;
    private final long mostBytes;
    private final Map<Long, Long> positions = new LinkedHashMap<>();
    private final ByteBuffer buffer = ByteBuffer.allocate(WRITTEN_AT_ONCE);
    private final MessageDigest digest = ContentHash.sha256();
    private @Nullable FileChannel channel;
    private long bytes;

    /**
     * The stored results.
     *
     * @param positions position of each unit's result in the file
     * @param bytes of the file
     * @param sha256 of the file
     */
    record Kept(Map<Long, Long> positions, long bytes, String sha256) {
        static final Kept NOTHING = new Kept(Map.of(), 0, "");
    }

    /**
     * @param target the final path; null to store nothing
     * @param mostBytes later results are not stored
     */
    ResultFile(@Nullable Path target, long mostBytes) {
        this.target = target;
        this.mostBytes = mostBytes;
    }

    /** Stores this result if there is room for it. */
    void add(long unit, Payload result) {
        if (target == null || result.size() > mostBytes - bytes) {
            return;
        }
        positions.put(unit, bytes);
        try {
            for (ByteBuffer part : result.buffers()) {
                digest.update(part.duplicate());
                bytes += part.remaining();
                write(part);
            }
        } catch (IOException e) {
            throw new SluiceException(
                    FileTrouble.ofWriting(e),
                    "--out: " + target + ": " + e.getMessage() + " (expected: room for the results of the units that"
                            + " are executed; --keep says how much they may take)",
                    e);
        }
    }

    private void write(ByteBuffer part) throws IOException {
        if (part.remaining() > buffer.remaining()) {
            flush();
        }
        if (part.remaining() <= buffer.remaining()) {
            buffer.put(part);
            return;
        }
        while (part.hasRemaining()) {
            channel().write(part);
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel().write(buffer);
        }
        buffer.clear();
    }

    private FileChannel channel() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            open = FileChannel.open(
                    part(), StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            channel = open;
        }
        return open;
    }

    private Path part() {
        Path there = target;
        if (there == null) {
            throw new IllegalStateException("nothing is kept");
        }
        return there.resolveSibling(there.getFileName() + ".part");
    }

    /** Completes the file and moves it to its final path. */
    Kept finish() throws IOException {
        Path there = target;
        if (there == null || positions.isEmpty()) {
            return Kept.NOTHING;
        }
        flush();
        channel().close(); // opened here where all results have no bytes
        Files.move(part(), there, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        return new Kept(Map.copyOf(positions), bytes, HexFormat.of().formatHex(digest.digest()));
    }

    /** Deletes an unfinished file. */
    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        if (open != null) {
            open.close();
            Files.deleteIfExists(part());
        }
    }
}
