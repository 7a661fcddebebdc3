package dev.sluice.net.payload;

import io.netty.buffer.ByteBuf;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a payload, or its parts, into a file of a {@link SpillSpace}; the file is made with the first byte.
 * {@link #close} discards bytes that were not made segments. One thread at a time.
 */
public final class SpillFile implements Closeable {
    private final SpillSpace space;
    private @Nullable FileChannel file;
    private long end;
    private long mapped;
    private long held;

    public SpillFile(SpillSpace space) {
        this.space = space;
    }

    /** Appends the readable bytes; does not change the indices. */
    public void write(ByteBuf bytes) throws IOException {
        FileChannel channel = taken(bytes.readableBytes());
        for (int done = 0; done < bytes.readableBytes(); ) {
            int count = bytes.readableBytes() - done;
            int written = bytes.getBytes(bytes.readerIndex() + done, channel, end, count);
            done += written;
            end += written;
        }
    }

    /** Appends the remaining bytes. */
    public void write(ByteBuffer bytes) throws IOException {
        FileChannel channel = taken(bytes.remaining());
        while (bytes.hasRemaining()) {
            end += channel.write(bytes, end);
        }
    }

    private FileChannel taken(int bytes) throws IOException {
        FileChannel channel = file == null ? space.newFile() : file;
        file = channel;
        space.take(bytes);
        held += bytes;
        return channel;
    }

    /** Adds segments for the bytes written since the last call. */
    public void map(List<ByteBuf> segments) throws IOException {
        if (file != null && end > mapped) {
            long from = mapped;
            mapped = end;
            held -= end - from;
            FileSegment.map(file, from, end - from, space::free, segments);
        }
    }

    /** Closes the file; it is deleted when its segments are released. */
    @Override
    public void close() {
        space.free(held);
        held = 0;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // everything in it was written, and the system closes the descriptor
            }
        }
    }
}
