package dev.sluice.net.frame;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.OffenceException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a stream of bytes into frames, regardless of packet boundaries. Headers are copied to one array. Bulk stays in
 * the received buffers and becomes a list of slices; small pieces, and small parts of a buffer, are copied so that they
 * do not keep large buffers alive. Memory is allocated only for received bytes, never for announced ones. Confined to
 * the channel's thread.
 */
public final class FrameParser {
    /** Receives frames. An exception that it throws ends the session. */
    public interface Sink {
        /**
         * A frame begins; {@code length} is unsigned.
         *
         * @throws OffenceException if it is unknown, too large or not allowed now
         */
        Kind begin(byte number, int length);

        /** A frame is complete; the sink owns {@code bulk}; {@code header} is reused afterwards. */
        void frame(Kind kind, byte[] header, int headerBytes, Payload bulk);
    }

    private enum Phase {
        PREFIX,
        HEADER_SIZE,
        HEADER,
        BULK
    }

    private static final int PREFIX_BYTES = 5;

    /** Bulk up to this size is copied to the heap if it is in one buffer. */
    private static final int COPIED_BULK = 2_048;

    /** Smaller pieces of bulk are gathered in buffers of {@link #GATHERED}. */
    private static final int LEAST_SLICE = 2_048;

    private static final int GATHERED = 16_384;

    /** A slice keeps its whole buffer alive, so that a smaller part of a buffer is gathered too. */
    private static final int LEAST_PART_OF_BUFFER = 4;

    private final Sink sink;
    private Phase phase = Phase.PREFIX;
    private long prefix;
    private int prefixBytes;
    private Kind kind = Kind.PART;
    private int rest;
    private int headerSize;
    private int headerSizeBytes;
    private byte[] header = new byte[256];
    private int headerBytes;
    private final List<ByteBuf> bulk = new ArrayList<>();
    private int bulkSize;
    private @Nullable ByteBuf gather;
    private boolean stopped;
    private long bulkBytes;

    public FrameParser(Sink sink) {
        this.sink = sink;
    }

    /** Takes bytes from {@code in}, which stays the caller's, until none are left or {@link #stop} is called. */
    public void feed(ByteBuf in, ByteBufAllocator allocator) {
        while (!stopped && in.isReadable()) {
            switch (phase) {
                case PREFIX -> prefix(in);
                case HEADER_SIZE -> headerSize(in);
                case HEADER -> header(in);
                case BULK -> bulk(in, allocator);
            }
        }
    }

    /** Takes no more bytes; those of an unfinished frame are released. */
    public void stop() {
        stopped = true;
        closeGather();
        bulk.forEach(ByteBuf::release);
        bulk.clear();
    }

    /** Bytes of bulk so far, also those of an unfinished frame [bytes]; approximate on other threads. */
    public long bulkBytes() {
        return bulkBytes;
    }

    private void prefix(ByteBuf in) {
        if (prefixBytes == 0 && in.readableBytes() >= PREFIX_BYTES) {
            begin(in.readInt(), in.readByte());
            return;
        }
        prefix = prefix << 8 | in.readUnsignedByte();
        if (++prefixBytes == PREFIX_BYTES) {
            prefixBytes = 0;
            long whole = prefix;
            prefix = 0;
            begin((int) (whole >>> 8), (byte) whole);
        }
    }

    private void begin(int length, byte number) {
        kind = sink.begin(number, length);
        if (length < 2) {
            throw new OffenceException(ErrorCode.MALFORMED, "frame of " + length + " bytes (expected: at least 2)");
        }
        rest = length - 1;
        headerSize = 0;
        headerSizeBytes = 0;
        phase = Phase.HEADER_SIZE;
    }

    private void headerSize(ByteBuf in) {
        byte part = in.readByte();
        rest--;
        headerSize |= (part & 0x7F) << (7 * headerSizeBytes++);
        if (part < 0) {
            if (headerSizeBytes == 3 || rest == 0) {
                throw new OffenceException(
                        ErrorCode.MALFORMED, "size of the header (expected: a varint of at most 3 bytes)");
            }
            return;
        }
        if (headerSize > rest) {
            throw new OffenceException(
                    ErrorCode.MALFORMED,
                    "header of " + headerSize + " bytes (expected: at most the " + rest + " left)");
        }
        rest -= headerSize;
        if (rest > 0 && kind.lane() != Kind.Lane.BULK) {
            throw new OffenceException(ErrorCode.MALFORMED, kind + " with " + rest + " bytes of bulk (expected: none)");
        }
        headerBytes = 0;
        bulkSize = rest;
        phase = Phase.HEADER;
        afterHeader();
    }

    private void header(ByteBuf in) {
        int count = Math.min(in.readableBytes(), headerSize - headerBytes);
        if (header.length < headerBytes + count) {
            header = Arrays.copyOf(header, Math.max(headerBytes + count, Math.min(headerSize, 2 * header.length)));
        }
        in.readBytes(header, headerBytes, count);
        headerBytes += count;
        afterHeader();
    }

    private void afterHeader() {
        if (headerBytes < headerSize) {
            return;
        }
        if (rest > 0) {
            phase = Phase.BULK;
        } else {
            emit(Payload.empty());
        }
    }

    private void bulk(ByteBuf in, ByteBufAllocator allocator) {
        if (bulkSize == rest && rest <= COPIED_BULK && in.readableBytes() >= rest) {
            byte[] copy = new byte[rest];
            in.readBytes(copy);
            bulkBytes += rest;
            emit(Payload.of(Unpooled.wrappedBuffer(copy)));
            return;
        }
        int count = Math.min(in.readableBytes(), rest);
        bulkBytes += count;
        if (count >= Math.max(LEAST_SLICE, in.capacity() / LEAST_PART_OF_BUFFER)) {
            closeGather();
            bulk.add(in.readRetainedSlice(count));
        } else {
            gather(in, count, allocator);
        }
        rest -= count;
        if (rest == 0) {
            closeGather();
            ByteBuf[] segments = bulk.toArray(ByteBuf[]::new);
            bulk.clear();
            emit(Payload.of(segments, bulkSize));
        }
    }

    private void gather(ByteBuf in, int count, ByteBufAllocator allocator) {
        int left = count;
        while (left > 0) {
            ByteBuf target = gather;
            if (target == null) {
                target = allocator.directBuffer(Math.min(rest, GATHERED), Math.min(rest, GATHERED));
                gather = target;
            }
            int some = Math.min(left, target.writableBytes());
            target.writeBytes(in, some);
            left -= some;
            if (!target.isWritable()) {
                closeGather();
            }
        }
    }

    private void closeGather() {
        ByteBuf filled = gather;
        if (filled != null) {
            bulk.add(filled);
            gather = null;
        }
    }

    private void emit(Payload payload) {
        phase = Phase.PREFIX;
        sink.frame(kind, header, headerBytes, payload);
        if (header.length > 65_536) {
            header = new byte[256];
        }
    }
}
