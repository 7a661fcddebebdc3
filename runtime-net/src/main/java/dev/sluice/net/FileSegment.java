package dev.sluice.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledDirectByteBuf;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.nio.MappedByteBuffer;
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

    private final MappedByteBuffer mapped;
    private final Runnable freed;

    private FileSegment(MappedByteBuffer mapped, Runnable freed) {
        super(UnpooledByteBufAllocator.DEFAULT, mapped, mapped.remaining());
        this.mapped = mapped;
        this.freed = freed;
    }

    /**
     * Adds segments that hold so many bytes of the file; {@code freed} is told how many when they are gone, any thread.
     */
    static void map(FileChannel file, long position, long length, LongConsumer freed, List<ByteBuf> segments)
            throws IOException {
        for (long done = 0; done < length; ) {
            long size = Math.min(LARGEST, length - done);
            // Nobody writes to it, but Netty takes no buffer that could not be written.
            MappedByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, position + done, size);
            segments.add(new FileSegment(mapped, () -> freed.accept(size)));
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
    @SuppressWarnings("deprecation") // the only way to let go of a mapping before the garbage collector does
    protected void deallocate() {
        super.deallocate();
        PlatformDependent.freeDirectBuffer(mapped);
        freed.run();
    }
}
