package dev.sluice.net.payload;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A part of a file as a segment of a payload. It is mapped, so that its pages belong to the system's cache and not to
 * this process's memory. The last release unmaps it; the last unmapping of a closed file without a name deletes the
 * file.
 */
final class FileSegment extends UnpooledDirectByteBuf {
    /** Limit of one mapping [bytes]. */
    private static final long LARGEST = 1L << 30;

    private final Mapping mapping;
    private final Runnable freed;

    private FileSegment(Mapping mapping, Runnable freed) {
        super(UnpooledByteBufAllocator.DEFAULT, mapping.bytes(), mapping.bytes().remaining());
        this.mapping = mapping;
        this.freed = freed;
    }

    /**
     * Adds segments that map {@code length} bytes of the file. {@code freed} receives the number of bytes when they are
     * unmapped, on any thread.
     */
    static void map(FileChannel file, long position, long length, LongConsumer freed, List<ByteBuf> segments)
            throws IOException {
        for (long done = 0; done < length; ) {
            long size = Math.min(LARGEST, length - done);
            segments.add(new FileSegment(Mapping.of(file, position + done, size), () -> freed.accept(size)));
            done += size;
        }
    }

    /** Tells whether these are bytes of a file, or a slice or duplicate of such. */
    static boolean is(ByteBuf bytes) {
        ByteBuf inner = bytes;
        while (inner.unwrap() != null) {
            inner = inner.unwrap();
        }
        return inner instanceof FileSegment;
    }

    @Override
    protected void deallocate() {
        super.deallocate();
        mapping.unmap().run();
        freed.run();
    }
}
