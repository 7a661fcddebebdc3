package dev.sluice.worker.outbox;

import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary file for results that do not fit in memory, made when it is first needed. The system deletes it when the
 * process ends for any reason. Guarded by its owner.
 */
final class Spill {
    private static final Logger log = LoggerFactory.getLogger(Spill.class);

    /** Position and length of bytes in the file. */
    record Place(long position, long bytes) {}

    private @Nullable FileChannel file;
    private long end;
    private boolean broken;

    /** Appends; null if the file cannot be written, which is logged once: the caller then keeps the bytes itself. */
    @Nullable
    Place write(Payload payload) {
        if (broken) {
            return null;
        }
        try {
            FileChannel channel = file == null ? open() : file;
            file = channel;
            long position = end;
            for (ByteBuffer buffer : payload.buffers()) {
                while (buffer.hasRemaining()) {
                    end += channel.write(buffer, end);
                }
            }
            return new Place(position, payload.size());
        } catch (IOException e) {
            broken = true;
            log.warn("results stay in memory: {} (expected: room in {})", e, System.getProperty("java.io.tmpdir"));
            return null;
        }
    }

    private static FileChannel open() throws IOException {
        Path path = Files.createTempFile(Path.of(System.getProperty("java.io.tmpdir")), "sluice-results-", ".bin");
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        Files.deleteIfExists(path); // the bytes live as long as the channel
        return channel;
    }

    /** Reads the bytes at this place. */
    Payload read(Place place) {
        FileChannel channel = file;
        if (channel == null) {
            throw new IllegalStateException("nothing was written (expected: " + place + ")");
        }
        ByteBuffer bytes = ByteBuffer.allocateDirect(Math.toIntExact(place.bytes()));
        try {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, place.position() + bytes.position()) < 0) {
                    throw new IOException("the file ends at " + channel.size() + " (expected: " + place + ")");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("results kept in a file cannot be read", e);
        }
        return Payload.wrap(bytes.flip());
    }

    /** Reuses the file, because its content is no longer needed. */
    void reset() {
        end = 0;
        FileChannel channel = file;
        if (channel != null) {
            try {
                channel.truncate(0);
            } catch (IOException e) {
                log.warn("the file of results cannot be truncated: {}", e.toString());
            }
        }
    }
}
