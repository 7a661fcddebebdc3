package dev.sluice.api;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes that an {@link Encoder} wrote, from one or several consecutive buffers. The bytes may be hostile: any
 * error in them is a {@link CodecException}, and no allocation is larger than the remaining bytes can fill. Confined to
 * one thread at a time.
 */
public final class Decoder {
    private static final int LONGEST_VARINT = 10;

    private final ByteBuffer[] segments;
    private int next;
    private ByteBuffer in;
    /** The lease of blobs read as views; null while blobs are copied. */
    private BufferBlob.@Nullable Lease lease;

    /** Bytes in the segments after {@link #in} that may be read. */
    private long later;

    /**
     * Index of the component of the innermost record that is being read; set by {@link RecordShape} for error messages.
     */
    int component;

    /** Number of records around the value that is being read. */
    int depth;

    /** Reads the remaining bytes of each buffer, heap or direct, in this order; does not change their positions. */
    public Decoder(ByteBuffer... buffers) {
        this.segments = new ByteBuffer[buffers.length];
        for (int index = 0; index < buffers.length; index++) {
            segments[index] = buffers[index].duplicate().order(ByteOrder.LITTLE_ENDIAN);
            later += segments[index].remaining();
        }
        this.in = ByteBuffer.allocate(0);
        advance();
    }

    /** Bytes left. */
    public long remaining() {
        return in.remaining() + later;
    }

    /** Moves on to the next segment that has bytes, if this one has none. */
    private void advance() {
        while (!in.hasRemaining() && later > 0) {
            in = segments[next++];
            later -= in.remaining();
        }
    }

    private void demand(long bytes) {
        if (bytes > remaining()) {
            throw new CodecException(bytes + " bytes needed (expected: at most " + remaining() + " bytes left)");
        }
    }

    public byte readByte() {
        if (!in.hasRemaining()) {
            demand(Byte.BYTES);
            advance();
        }
        return in.get();
    }

    /** Only 0 and 1 are booleans. */
    public boolean readBoolean() {
        byte value = readByte();
        if ((value & ~1) != 0) {
            throw new CodecException("boolean " + value + " (expected: 0 or 1)");
        }
        return value == 1;
    }

    public short readShort() {
        return in.remaining() >= Short.BYTES ? in.getShort() : (short) readAcross(Short.BYTES);
    }

    public char readChar() {
        return in.remaining() >= Character.BYTES ? in.getChar() : (char) readAcross(Character.BYTES);
    }

    public int readInt() {
        return in.remaining() >= Integer.BYTES ? in.getInt() : (int) readAcross(Integer.BYTES);
    }

    public long readLong() {
        return in.remaining() >= Long.BYTES ? in.getLong() : readAcross(Long.BYTES);
    }

    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** A number that lies across the border of two or more segments. */
    private long readAcross(int width) {
        demand(width);
        long value = 0;
        for (int shift = 0; shift < width * Byte.SIZE; shift += Byte.SIZE) {
            value |= (readByte() & 0xFFL) << shift;
        }
        return value;
    }

    /** All 64 bits; negative when the unsigned value is 2⁶³ or more. */
    public long readVarint() {
        long value = 0;
        for (int count = 0; count < LONGEST_VARINT; count++) {
            byte part = readByte();
            value |= (part & 0x7FL) << (7 * count);
            if (part >= 0) {
                if (count == LONGEST_VARINT - 1 && part > 1) {
                    break;
                }
                return value;
            }
        }
        throw new CodecException("varint of more than 64 bits (expected: at most 10 bytes, the last of them 1)");
    }

    /**
     * Reads a count of elements that take at least {@code leastBytesEach} bytes each. A count that the remaining bytes
     * cannot hold is refused.
     */
    public int readLength(int leastBytesEach) {
        long length = readVarint();
        if (length < 0 || length > remaining() / Math.max(1, leastBytesEach) || length > Integer.MAX_VALUE - 8) {
            throw new CodecException(
                    "length " + Long.toUnsignedString(length) + " (expected: at most " + remaining() + " bytes left)");
        }
        return (int) length;
    }

    public String readString() {
        return Utf8.decode(readBytes());
    }

    public byte[] readBytes() {
        return readRaw(readLength(Byte.BYTES));
    }

    /** Reads {@code length} bytes; no length precedes them. */
    public byte[] readRaw(int length) {
        demand(length);
        byte[] values = new byte[length];
        for (int done = 0; done < length; ) {
            advance();
            int count = Math.min(length - done, in.remaining());
            in.get(values, done, count);
            done += count;
        }
        return values;
    }

    public short[] readShorts() {
        short[] values = new short[readLength(Short.BYTES)];
        for (int done = 0; done < values.length; ) {
            int count = whole(values.length - done, Short.BYTES);
            if (count == 0) {
                values[done++] = readShort();
            } else {
                in.asShortBuffer().get(values, done, count);
                done += skip(count, Short.BYTES);
            }
        }
        return values;
    }

    public char[] readChars() {
        char[] values = new char[readLength(Character.BYTES)];
        for (int done = 0; done < values.length; ) {
            int count = whole(values.length - done, Character.BYTES);
            if (count == 0) {
                values[done++] = readChar();
            } else {
                in.asCharBuffer().get(values, done, count);
                done += skip(count, Character.BYTES);
            }
        }
        return values;
    }

    public int[] readInts() {
        int[] values = new int[readLength(Integer.BYTES)];
        for (int done = 0; done < values.length; ) {
            int count = whole(values.length - done, Integer.BYTES);
            if (count == 0) {
                values[done++] = readInt();
            } else {
                in.asIntBuffer().get(values, done, count);
                done += skip(count, Integer.BYTES);
            }
        }
        return values;
    }

    public long[] readLongs() {
        long[] values = new long[readLength(Long.BYTES)];
        for (int done = 0; done < values.length; ) {
            int count = whole(values.length - done, Long.BYTES);
            if (count == 0) {
                values[done++] = readLong();
            } else {
                in.asLongBuffer().get(values, done, count);
                done += skip(count, Long.BYTES);
            }
        }
        return values;
    }

    public float[] readFloats() {
        float[] values = new float[readLength(Float.BYTES)];
        for (int done = 0; done < values.length; ) {
            int count = whole(values.length - done, Float.BYTES);
            if (count == 0) {
                values[done++] = readFloat();
            } else {
                in.asFloatBuffer().get(values, done, count);
                done += skip(count, Float.BYTES);
            }
        }
        return values;
    }

    public double[] readDoubles() {
        double[] values = new double[readLength(Double.BYTES)];
        for (int done = 0; done < values.length; ) {
            int count = whole(values.length - done, Double.BYTES);
            if (count == 0) {
                values[done++] = readDouble();
            } else {
                in.asDoubleBuffer().get(values, done, count);
                done += skip(count, Double.BYTES);
            }
        }
        return values;
    }

    public boolean[] readBooleans() {
        long length = readVarint();
        if (length < 0 || length > remaining() * Byte.SIZE || length > Integer.MAX_VALUE - 8) {
            throw new CodecException(
                    "length " + Long.toUnsignedString(length) + " (expected: at most " + remaining() + " bytes left)");
        }
        boolean[] values = new boolean[(int) length];
        for (int from = 0; from < values.length; from += Byte.SIZE) {
            int bits = readByte();
            for (int index = from; index < Math.min(from + Byte.SIZE, values.length); index++) {
                values[index] = (bits >> (index - from) & 1) != 0;
            }
        }
        return values;
    }

    /**
     * Reads a value that takes all remaining bytes; refuses trailing ones. Any exception of the codec becomes a
     * {@link CodecException}.
     */
    public <T> T readAll(Codec<T> codec) {
        T value;
        try {
            value = codec.decode(this);
        } catch (CodecException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CodecException(codec.getClass().getName() + " failed: " + e, e);
        }
        if (value == null) {
            throw new CodecException(codec.getClass().getName() + ".decode returned null (expected: a value)");
        }
        if (remaining() > 0) {
            throw new CodecException(remaining() + " bytes follow the value (expected: none)");
        }
        return value;
    }

    /**
     * Reads a length and the value of exactly that many bytes, as written by {@link Encoder#writeSized}. If the value
     * is refused, the decoder nevertheless stands after its bytes, so that the next value can be read. Only after a
     * wrong length the position does not change.
     */
    public <T> T readSized(Codec<T> codec) {
        long length = sizedLength();
        advance();
        if (length > in.remaining()) {
            return slice(length).readAll(codec);
        }
        ByteBuffer whole = in;
        int limit = whole.limit();
        int end = whole.position() + (int) length;
        long beyond = later;
        whole.limit(end);
        later = 0;
        try {
            return readAll(codec);
        } finally {
            whole.limit(limit).position(end);
            later = beyond;
        }
    }

    /** Skips a length and as many bytes, however many. */
    public void skipSized() {
        skip(sizedLength());
    }

    private long sizedLength() {
        long length = readVarint();
        if (length < 0 || length > remaining()) {
            throw new CodecException(
                    "length " + Long.toUnsignedString(length) + " (expected: at most " + remaining() + " bytes left)");
        }
        return length;
    }

    /** Skips bytes. */
    public void skip(long length) {
        demand(length);
        for (long left = length; left > 0; ) {
            advance();
            int size = (int) Math.min(left, in.remaining());
            in.position(in.position() + size);
            left -= size;
        }
    }

    /** A decoder of the next {@code length} bytes; this decoder skips them. */
    public Decoder slice(long length) {
        demand(length);
        ByteBuffer[] parts = new ByteBuffer[segments.length - next + 1];
        int count = 0;
        for (long left = length; left > 0; ) {
            advance();
            int size = (int) Math.min(left, in.remaining());
            parts[count++] = in.slice(in.position(), size);
            in.position(in.position() + size);
            left -= size;
        }
        Decoder slice = new Decoder(Arrays.copyOf(parts, count));
        slice.lease = lease;
        return slice;
    }

    /**
     * Reads blobs as views of these buffers from now on, until the next call of {@code lend} or {@link #reclaim}.
     * Without a lease blobs are copied.
     */
    public void lend() {
        reclaim();
        lease = new BufferBlob.Lease();
    }

    /** Ends the lease, because the buffers are needed: a later read of a lent blob throws an {@link IOException}. */
    public void reclaim() {
        if (lease != null) {
            lease.end();
            lease = null;
        }
    }

    /** Reads a length and that many bytes. */
    Blob readBlob() {
        long length = sizedLength();
        Decoder bytes = slice(length);
        BufferBlob lent = new BufferBlob(bytes.segments, length, lease == null ? new BufferBlob.Lease() : lease);
        if (lease != null) {
            return lent;
        }
        try {
            return Blob.write(out -> lent.open().transferTo(out));
        } catch (IOException e) {
            throw new CodecException("a blob of " + length + " bytes cannot be kept: " + e, e);
        }
    }

    /** The next bytes in one buffer: a view if they lie in one segment, else a copy. */
    ByteBuffer contiguous(int length) {
        demand(length);
        advance();
        if (length > in.remaining()) {
            return ByteBuffer.wrap(readRaw(length));
        }
        ByteBuffer view = in.slice(in.position(), length);
        in.position(in.position() + length);
        return view;
    }

    /** The number of wanted elements that lie entirely in this segment; 0 when the next one crosses its end. */
    private int whole(int wanted, int width) {
        advance();
        return Math.min(wanted, in.remaining() / width);
    }

    private int skip(int count, int width) {
        in.position(in.position() + count * width);
        return count;
    }
}
