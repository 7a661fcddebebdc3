package dev.sluice.net.session;

import dev.sluice.net.codec.HeaderWriter;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Turns messages into frames. Small frames are collected in one buffer until the flush, so that a batch costs one write
 * and one TLS record. Large bulk is written without a copy, in parts of 64 KiB, one at a time while the channel is
 * writable. Confined to the channel's thread.
 */
public final class Outbound {
    /** Bulk in one frame [bytes]. */
    public static final int PART_BYTES = 65_536;

    /** Memory of a waiting message in addition to its payload [bytes]. */
    static final int MESSAGE_BYTES = 256;

    private static final int PREFIX_BYTES = 5;

    /** Frames up to this size are copied to the collecting buffer [bytes]. */
    private static final int COLLECTED_FRAME = 8_192;

    /** Size at which the collecting buffer is written [bytes]. */
    private static final int COLLECTED = 32_768;

    private static final int LEAST_COLLECTING = 512;

    /** Frames of waiting messages in one round; then the loop's other tasks run. */
    private static final int FRAMES_PER_ROUND = 16;

    private final ChannelHandlerContext context;
    private final Runnable resume;
    private final Channel channel;
    private final HeaderWriter header = new HeaderWriter();
    private final Queue<Message> waiting = new ArrayDeque<>();
    private long waitingBytes;
    private long sentOfFirst;
    private @Nullable ByteBuf collecting;
    private int collectingGuess = LEAST_COLLECTING;
    private boolean unflushed;
    private boolean pumping;
    private long messages;
    private long bytes;
    private long houseMessages;
    private long houseBytes;

    /** {@code resume} is run in a later round of the loop and calls {@link #pump}. */
    public Outbound(ChannelHandlerContext context, Runnable resume) {
        this.context = context;
        this.resume = resume;
        this.channel = context.channel();
    }

    /**
     * Writes or queues {@code message}; flushes only if the channel is not writable.
     *
     * @throws IllegalArgumentException if its header is too large; its payload has been released then
     */
    public void send(Kind kind, Message message) {
        boolean whole = message.payload().size() <= PART_BYTES;
        if (kind.lane() == Kind.Lane.CONTROL || whole && waiting.isEmpty() && channel.isWritable()) {
            last(kind, message, 0);
        } else {
            waiting.add(message);
            waitingBytes += cost(message);
            pump();
        }
    }

    /** Sends waiting messages while the channel is writable and the round lasts; continues in the loop's next round. */
    void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            for (int frames = 0; !waiting.isEmpty(); frames++) {
                if (frames == FRAMES_PER_ROUND) {
                    context.executor().execute(resume);
                    break;
                }
                if (!channel.isWritable()) {
                    flush();
                    if (!channel.isWritable()) {
                        break;
                    }
                }
                step();
            }
        } finally {
            pumping = false;
        }
    }

    /** Sends the next frame of the first waiting message. */
    private void step() {
        Message message = waiting.element();
        Payload payload = message.payload();
        if (payload.size() - sentOfFirst > PART_BYTES) {
            part(Kind.of(message), payload.slice(sentOfFirst, PART_BYTES));
            sentOfFirst += PART_BYTES;
            return;
        }
        waiting.remove();
        waitingBytes -= cost(message);
        long from = sentOfFirst;
        sentOfFirst = 0;
        last(Kind.of(message), message, from);
    }

    private void part(Kind of, Payload part) {
        ByteBuf out = collecting(PREFIX_BYTES + 1);
        out.writeInt(2 + (int) part.size()).writeByte(Kind.PART.number()).writeByte(0);
        count(of, PREFIX_BYTES + 1 + part.size());
        bulk(part);
    }

    /** The frame with the header and the payload from {@code from} on. */
    private void last(Kind kind, Message message, long from) {
        Payload payload = message.payload();
        header.clear();
        kind.codec().write(message, header);
        int size = header.size();
        long length = 1L + varintBytes(size) + size + payload.size() - from;
        if (length > SessionTable.PROVEN_FRAME) {
            payload.release();
            throw new IllegalArgumentException(kind + ": header of " + size + " bytes (expected: at most "
                    + (SessionTable.PROVEN_FRAME - PART_BYTES) + ")");
        }
        messages++;
        houseMessages += kind.housekeeping() ? 1 : 0;
        Payload left = rest(payload, from);
        boolean copied = length <= COLLECTED_FRAME;
        ByteBuf out = collecting(4 + (int) (copied ? length : length - left.size()));
        out.writeInt((int) length).writeByte(kind.number());
        varint(out, size);
        out.writeBytes(header.bytes(), 0, size);
        count(kind, 4 + length);
        if (copied) {
            for (ByteBuf segment : left.segments()) {
                out.writeBytes(segment, segment.readerIndex(), segment.readableBytes());
            }
            left.release();
            if (out.readableBytes() >= COLLECTED) {
                writeCollected();
            }
        } else {
            bulk(left);
        }
    }

    private static Payload rest(Payload payload, long from) {
        if (from == 0) {
            return payload;
        }
        Payload rest = payload.slice(from, payload.size() - from);
        payload.release();
        return rest;
    }

    private void bulk(Payload payload) {
        writeCollected();
        for (ByteBuf segment : payload.segments()) {
            // The same segments may be in transit in other sessions, or be sent again: each duplicate has its own
            // indices.
            context.write(segment.duplicate(), context.voidPromise());
        }
    }

    private ByteBuf collecting(int more) {
        ByteBuf out = collecting;
        if (out == null) {
            out = context.alloc().directBuffer(Math.max(collectingGuess, more));
            collecting = out;
            unflushed = true;
        }
        return out.ensureWritable(more);
    }

    private void writeCollected() {
        ByteBuf out = collecting;
        if (out != null) {
            collecting = null;
            collectingGuess = Math.max(LEAST_COLLECTING, Integer.highestOneBit(out.readableBytes()) << 1);
            context.write(out, context.voidPromise());
        }
    }

    /** Flushes everything written to the network. */
    public void flush() {
        writeCollected();
        if (unflushed) {
            unflushed = false;
            context.flush();
        }
    }

    /** Tells whether no message waits and the channel is writable. */
    boolean free() {
        return waiting.isEmpty() && channel.isWritable();
    }

    /** Memory that a waiting message takes in this process [bytes]. */
    static long cost(Message message) {
        return MESSAGE_BYTES + message.payload().memoryBytes();
    }

    /** Memory of waiting messages [bytes], without the one that is being sent. */
    long excessBytes() {
        return waiting.size() < 2 ? 0 : waitingBytes - cost(waiting.element());
    }

    /** The number of waiting messages. */
    int waiting() {
        return waiting.size();
    }

    boolean idle() {
        return waiting.isEmpty();
    }

    /** Releases all waiting messages. */
    void discard() {
        waiting.forEach(Message::release);
        waiting.clear();
        waitingBytes = 0;
        sentOfFirst = 0;
        if (collecting != null) {
            collecting.release();
            collecting = null;
        }
    }

    long messages() {
        return messages;
    }

    long bytes() {
        return bytes;
    }

    long houseMessages() {
        return houseMessages;
    }

    long houseBytes() {
        return houseBytes;
    }

    private void count(Kind kind, long size) {
        bytes += size;
        houseBytes += kind.housekeeping() ? size : 0;
    }

    private static int varintBytes(int value) {
        return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : 3;
    }

    private static void varint(ByteBuf out, int value) {
        int rest = value;
        while (rest >= 1 << 7) {
            out.writeByte(rest | 0x80);
            rest >>>= 7;
        }
        out.writeByte(rest);
    }
}
