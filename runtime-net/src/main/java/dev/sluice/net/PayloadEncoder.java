package dev.sluice.net;

import dev.sluice.api.Encoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes into pooled direct memory that becomes a {@link Payload} without a copy. Used by one thread at a time, any
 * thread; ended by {@link #finish} or {@link #discard}.
 */
public final class PayloadEncoder extends Encoder {
    private static final int FIRST_BYTES = 1_024;
    private static final int MOVED_BYTES = 16_384;
    private static final int LARGEST_SEGMENT = 1 << 20;

    private final List<ByteBuf> full = new ArrayList<>(0);
    private long fullBytes;
    private ByteBuf last;

    public PayloadEncoder() {
        this(FIRST_BYTES);
    }

    /** Room for {@code expectedBytes} at first; it grows as needed. */
    public PayloadEncoder(int expectedBytes) {
        this(allocate(Math.max(expectedBytes, 64)));
    }

    private PayloadEncoder(ByteBuf first) {
        super(view(first));
        this.last = first;
    }

    private static ByteBuf allocate(int capacity) {
        return ByteBufAllocator.DEFAULT.directBuffer(capacity, capacity);
    }

    private static ByteBuffer view(ByteBuf bytes) {
        return bytes.nioBuffer(0, bytes.capacity()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Moves up to 16 KiB to a larger buffer; keeps more than that where it is and goes on in another. */
    @Override
    protected ByteBuffer grow(ByteBuffer current, int needed) {
        int written = current.position();
        boolean moved = written < MOVED_BYTES;
        long room = Math.max((moved ? written : 0L) + needed, Math.min(2L * current.capacity(), LARGEST_SEGMENT));
        ByteBuf next = allocate((int) Math.min(room, Integer.MAX_VALUE - 8));
        ByteBuffer view = view(next);
        if (moved) {
            view.put(current.flip());
            last.release();
        } else {
            full.add(last.setIndex(0, written));
            fullBytes += written;
        }
        last = next;
        return view;
    }

    /** Bytes encoded so far. */
    public long written() {
        return fullBytes + buffer.position();
    }

    /** What was encoded; the encoder is not used again. */
    public Payload finish() {
        int rest = buffer.position();
        if (rest == 0) {
            last.release();
        } else if (full.isEmpty()) {
            return Payload.of(last.setIndex(0, rest));
        } else {
            full.add(last.setIndex(0, rest));
        }
        return full.isEmpty() ? Payload.empty() : Payload.of(full.toArray(ByteBuf[]::new), fullBytes + rest);
    }

    /** Gives the memory back; instead of {@link #finish}. */
    public void discard() {
        last.release();
        full.forEach(ByteBuf::release);
    }
}
