package dev.sluice.net.payload;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * A part of a file as a segment of a payload: mapped, so that its pages are the system's and not this process's memory.
 * With the last reference the mapping goes, and with the last mapping of a file that is closed and has no name, the
 * file.
 */
final class FileSegment extends UnpooledDirectByteBuf {
    /** Mapped in one piece at most [bytes]. */
    private static final long LARGEST = 1L << 30;

    private final Mapping mapping;
    private final Runnable freed;

    private FileSegment(Mapping mapping, Runnable freed) {
        super(UnpooledByteBufAllocator.DEFAULT, mapping.bytes(), mapping.bytes().remaining());
        this.mapping = mapping;
        this.freed = freed;
    }

    /**
     * Adds segments that hold so many bytes of the file; {@code freed} is told how many when they are gone, any thread.
     */
    static void map(FileChannel file, long position, long length, LongConsumer freed, List<ByteBuf> segments)
            throws IOException {
        for (long done = 0; done < length; ) {
            long size = Math.min(LARGEST, length - done);
            segments.add(new FileSegment(Mapping.of(file, position + done, size), () -> freed.accept(size)));
            done += size;
        }
    }

    /** Whether these are bytes of a file, or a slice or duplicate of such. */
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
