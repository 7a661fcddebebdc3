package dev.sluice.api;

import java.nio.ByteBuffer;

/** Encodes into one array that doubles when it is full. May be cleared and used again. */
public final class HeapEncoder extends Encoder {
    private static final int FIRST_CAPACITY = 256;
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;

    private int most = LARGEST_ARRAY;
    private boolean overflown;

    public HeapEncoder() {
        this(FIRST_CAPACITY);
    }

    /** @param capacity bytes that fit before the array grows for the first time */
    public HeapEncoder(int capacity) {
        super(ByteBuffer.allocate(capacity));
    }

    /** An encoder that refuses more than {@code bytes} bytes. */
    static HeapEncoder upTo(int bytes) {
        HeapEncoder encoder = new HeapEncoder();
        encoder.most = bytes;
        return encoder;
    }

    /** Tells whether a value was refused because it takes too many bytes, since the last {@link #clear()}. */
    boolean overflown() {
        return overflown;
    }

    @Override
    protected ByteBuffer grow(ByteBuffer current, int needed) {
        long least = (long) current.position() + needed;
        if (least > most) {
            overflown = true;
            throw new CodecException(
                    "value of more than " + current.position() + " bytes (expected: at most " + most + ")");
        }
        int capacity = (int) Math.min(Math.max(least, 2L * current.capacity()), most);
        return ByteBuffer.allocate(capacity).put(current.flip());
    }

    /** Bytes written since the last {@link #clear()}. */
    public int size() {
        return buffer.position();
    }

    /** A view of the written bytes; the next write or clear may change it. */
    public ByteBuffer written() {
        return buffer.duplicate().flip();
    }

    /** A copy of the written bytes. */
    public byte[] toBytes() {
        byte[] bytes = new byte[size()];
        written().get(bytes);
        return bytes;
    }

    /** Forgets the written bytes and keeps the array. */
    public void clear() {
        buffer.clear();
        overflown = false;
    }
}
