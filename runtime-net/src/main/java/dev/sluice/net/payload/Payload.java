package dev.sluice.net.payload;

import dev.sluice.api.Decoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Bytes from or for the network, without a copy: one or more segments of pooled memory with a reference count. Any
 * thread; the bytes do not change. Call {@link #release} once for each Payload received, made or retained; the last
 * release frees the bytes.
 */
public final class Payload {
    /** Payloads up to this size are never searched for file segments [bytes]. */
    private static final int LEAST_IN_FILE = 65_536;

    private static final ByteBuf[] NONE = {};
    private static final Payload EMPTY = new Payload(NONE, 0);

    private final ByteBuf[] segments;
    private final long size;
    private final long arrivingNanos;

    private Payload(ByteBuf[] segments, long size) {
        this(segments, size, 0);
    }

    private Payload(ByteBuf[] segments, long size, long arrivingNanos) {
        this.segments = segments;
        this.size = size;
        this.arrivingNanos = arrivingNanos;
    }

    /** No bytes; needs no release. */
    public static Payload empty() {
        return EMPTY;
    }

    /** The remaining bytes of {@code bytes}, shared with the caller, who no longer changes them. */
    public static Payload wrap(ByteBuffer bytes) {
        return bytes.hasRemaining() ? of(Unpooled.wrappedBuffer(bytes.slice())) : EMPTY;
    }

    /** All bytes of {@code parts} in order; takes the parts over. */
    public static Payload concat(List<Payload> parts) {
        int count = 0;
        long size = 0;
        for (Payload part : parts) {
            count += part.segments.length;
            size += part.size;
        }
        ByteBuf[] segments = new ByteBuf[count];
        int next = 0;
        for (Payload part : parts) {
            System.arraycopy(part.segments, 0, segments, next, part.segments.length);
            next += part.segments.length;
        }
        return size == 0 ? EMPTY : new Payload(segments, size);
    }

    /** Takes {@code bytes} over. */
    public static Payload of(ByteBuf bytes) {
        return new Payload(new ByteBuf[] {bytes}, bytes.readableBytes());
    }

    /** Takes {@code segments} over, none of which is empty. */
    public static Payload of(ByteBuf[] segments, long size) {
        return new Payload(segments, size);
    }

    public ByteBuf[] segments() {
        return segments;
    }

    /** Bytes in memory; the others are in a file. */
    public long memoryBytes() {
        if (size <= LEAST_IN_FILE) {
            return size;
        }
        long bytes = 0;
        for (ByteBuf segment : segments) {
            bytes += FileSegment.is(segment) ? 0 : segment.readableBytes();
        }
        return bytes;
    }

    /** Number of bytes. */
    public long size() {
        return size;
    }

    /** Time over which the bytes arrived, estimated from later arrivals; 0 if they came in one read [ns]. */
    public long arrivingNanos() {
        return arrivingNanos;
    }

    /** The same bytes, taken over, with this arrival time [ns]. */
    public Payload arrivedOver(long nanos) {
        return new Payload(segments, size, nanos);
    }

    /** Reads the bytes from the start; valid until the release. */
    public Decoder decoder() {
        return new Decoder(buffers());
    }

    /** The bytes as buffers, direct or heap, each positioned at its start; valid until the release. */
    public ByteBuffer[] buffers() {
        ByteBuffer[] buffers = new ByteBuffer[segments.length];
        for (int i = 0; i < buffers.length; i++) {
            buffers[i] = segments[i].nioBuffer();
        }
        return buffers;
    }

    /** One more reference to the same bytes; returns this. */
    public Payload retain() {
        for (ByteBuf segment : segments) {
            segment.retain();
        }
        return this;
    }

    /** One reference less. */
    public void release() {
        for (ByteBuf segment : segments) {
            segment.release();
        }
    }

    /** The {@code length} bytes from {@code from} on, retained: they need a release of their own. */
    public Payload slice(long from, long length) {
        if (from < 0 || length < 0 || from > size - length) {
            throw new IndexOutOfBoundsException(
                    "slice [" + from + ", +" + length + ") (expected: within " + size + " bytes)");
        }
        if (length == 0) {
            return EMPTY;
        }
        int first = 0;
        long start = from;
        while (start >= segments[first].readableBytes()) {
            start -= segments[first++].readableBytes();
        }
        int last = first;
        long reach = segments[first].readableBytes() - start;
        while (reach < length) {
            reach += segments[++last].readableBytes();
        }
        ByteBuf[] parts = new ByteBuf[last - first + 1];
        long left = length;
        for (int i = 0; i < parts.length; i++) {
            ByteBuf segment = segments[first + i];
            int take = (int) Math.min(left, segment.readableBytes() - start);
            parts[i] = segment.retainedSlice(segment.readerIndex() + (int) start, take);
            left -= take;
            start = 0;
        }
        return new Payload(parts, length);
    }

    @Override
    public String toString() {
        return size + " bytes";
    }
}
