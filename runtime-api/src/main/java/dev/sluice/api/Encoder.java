package dev.sluice.api;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Writes values little-endian into a buffer that the subclass enlarges when it is full. Numbers take their own width;
 * lengths are varints (7 bits a byte, lowest first); arrays are copied in bulk. Confined to one thread at a time.
 */
public abstract class Encoder {
    /** Keeps nothing and counts. */
    private static final class CountingEncoder extends Encoder {
        private static final int BUFFER_BYTES = 8_192;

        private long passed;

        CountingEncoder() {
            super(ByteBuffer.allocate(BUFFER_BYTES));
        }

        @Override
        protected ByteBuffer grow(ByteBuffer current, int needed) {
            passed += current.position();
            return needed <= current.capacity() ? current.clear() : ByteBuffer.allocate(needed);
        }

        @Override
        protected void writeFile(FileChannel file, long position, long length) {
            passed += length;
        }

        @Override
        void copyFile(FileChannel file, long position, long length) {
            passed += length;
        }

        long size() {
            return passed + buffer.position();
        }
    }

    /** Largest request to the subclass, so that a large array needs no buffer of its size [bytes]. */
    private static final int LARGEST_GROWTH = 1 << 20;

    private static final int LONGEST_VARINT = 10;
    private static final int SCRATCH_BYTES = 1 << 20;
    private static final int FILE_BYTES_AT_ONCE = 65_536;

    private long copiedBytes;

    /**
     * The bytes before its position are written; the next byte goes to its position. Little-endian. Subclasses may
     * replace the buffer between writes.
     */
    protected ByteBuffer buffer;

    /**
     * Index of the component of the innermost record that is being written; set by {@link RecordShape} for error
     * messages.
     */
    int component;

    /** Number of records around the value that is being written. */
    int depth;

    private @Nullable HeapEncoder scratch;

    protected Encoder(ByteBuffer buffer) {
        this.buffer = buffer.order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Makes room. Either moves the written bytes to a larger buffer, or keeps {@code current} (written up to its
     * position, which may leave a few bytes unused) and starts a new one.
     *
     * @param needed bytes, 1 to 2³⁰, that must remain in the returned buffer
     */
    protected abstract ByteBuffer grow(ByteBuffer current, int needed);

    private void ensure(int needed) {
        if (buffer.remaining() < needed) {
            buffer = grow(buffer, needed).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    public final void writeByte(byte value) {
        ensure(Byte.BYTES);
        buffer.put(value);
    }

    public final void writeBoolean(boolean value) {
        writeByte((byte) (value ? 1 : 0));
    }

    public final void writeShort(short value) {
        ensure(Short.BYTES);
        buffer.putShort(value);
    }

    public final void writeChar(char value) {
        ensure(Character.BYTES);
        buffer.putChar(value);
    }

    public final void writeInt(int value) {
        ensure(Integer.BYTES);
        buffer.putInt(value);
    }

    public final void writeLong(long value) {
        ensure(Long.BYTES);
        buffer.putLong(value);
    }

    /** Writes all 32 bits, including those of a NaN. */
    public final void writeFloat(float value) {
        writeInt(Float.floatToRawIntBits(value));
    }

    /** Writes all 64 bits, including those of a NaN. */
    public final void writeDouble(double value) {
        writeLong(Double.doubleToRawLongBits(value));
    }

    /** Writes an unsigned value: 1 byte below 128, 10 bytes at most. */
    public final void writeVarint(long value) {
        ensure(LONGEST_VARINT);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            buffer.put((byte) (rest | 0x80));
            rest >>>= 7;
        }
        buffer.put((byte) rest);
    }

    /**
     * Writes the length in bytes and the text as UTF-8. Text with half a surrogate pair is refused, because UTF-8
     * cannot represent it.
     */
    public final void writeString(String value) {
        long length = Utf8.length(value);
        writeVarint(length);
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        writeRaw(bytes, 0, bytes.length);
    }

    public final void writeBytes(byte[] values) {
        writeVarint(values.length);
        writeRaw(values, 0, values.length);
    }

    /** Writes these bytes without a length. */
    public final void writeRaw(byte[] values, int from, int length) {
        for (int done = 0; done < length; ) {
            int count = room(length - done, Byte.BYTES);
            buffer.put(values, from + done, count);
            done += count;
        }
    }

    /** Writes the remaining bytes of {@code values}, without a length, and moves its position to its limit. */
    public final void writeRaw(ByteBuffer values) {
        int end = values.limit();
        while (values.position() < end) {
            values.limit(values.position() + room(end - values.position(), Byte.BYTES));
            buffer.put(values);
            values.limit(end);
        }
    }

    public final void writeShorts(short[] values) {
        writeVarint(values.length);
        for (int done = 0; done < values.length; ) {
            int count = room(values.length - done, Short.BYTES);
            buffer.asShortBuffer().put(values, done, count);
            done += advance(count, Short.BYTES);
        }
    }

    public final void writeChars(char[] values) {
        writeVarint(values.length);
        for (int done = 0; done < values.length; ) {
            int count = room(values.length - done, Character.BYTES);
            buffer.asCharBuffer().put(values, done, count);
            done += advance(count, Character.BYTES);
        }
    }

    public final void writeInts(int[] values) {
        writeVarint(values.length);
        for (int done = 0; done < values.length; ) {
            int count = room(values.length - done, Integer.BYTES);
            buffer.asIntBuffer().put(values, done, count);
            done += advance(count, Integer.BYTES);
        }
    }

    public final void writeLongs(long[] values) {
        writeVarint(values.length);
        for (int done = 0; done < values.length; ) {
            int count = room(values.length - done, Long.BYTES);
            buffer.asLongBuffer().put(values, done, count);
            done += advance(count, Long.BYTES);
        }
    }

    public final void writeFloats(float[] values) {
        writeVarint(values.length);
        for (int done = 0; done < values.length; ) {
            int count = room(values.length - done, Float.BYTES);
            buffer.asFloatBuffer().put(values, done, count);
            done += advance(count, Float.BYTES);
        }
    }

    public final void writeDoubles(double[] values) {
        writeVarint(values.length);
        for (int done = 0; done < values.length; ) {
            int count = room(values.length - done, Double.BYTES);
            buffer.asDoubleBuffer().put(values, done, count);
            done += advance(count, Double.BYTES);
        }
    }

    /** Writes eight booleans per byte, lowest bit first. */
    public final void writeBooleans(boolean[] values) {
        writeVarint(values.length);
        for (int from = 0; from < values.length; from += Byte.SIZE) {
            int bits = 0;
            for (int index = from; index < Math.min(from + Byte.SIZE, values.length); index++) {
                bits |= values[index] ? 1 << (index - from) : 0;
            }
            writeByte((byte) bits);
        }
    }

    /**
     * Writes the length of the encoded value, then the value; the counterpart is {@link Decoder#readSized}. A derived
     * codec that knows the length beforehand writes in place. Otherwise the bytes go through a scratch buffer; if they
     * do not fit, the value is encoded once to count the bytes and once more in place.
     */
    public final <T> void writeSized(Codec<T> codec, T value) {
        long size = codec instanceof Shape<T> shape ? shape.size(value) : Shape.UNKNOWN;
        if (size != Shape.UNKNOWN) {
            writeVarint(size);
            codec.encode(value, this);
            return;
        }
        if (scratch == null) {
            scratch = HeapEncoder.upTo(SCRATCH_BYTES);
        }
        HeapEncoder bytes = scratch;
        scratch = null; // a codec that itself writes something sized gets its own
        bytes.clear();
        try {
            codec.encode(value, bytes);
            writeVarint(bytes.size());
            writeRaw(bytes.written());
        } catch (CodecException e) {
            if (!bytes.overflown()) {
                throw e;
            }
            CountingEncoder counted = new CountingEncoder();
            codec.encode(value, counted);
            writeVarint(counted.size());
            codec.encode(value, this);
        }
        scratch = bytes;
    }

    /**
     * Writes {@code length} bytes of a file from {@code position} on, without a length. A subclass may refer to the
     * file instead of copying it, because nobody changes it.
     */
    protected void writeFile(FileChannel file, long position, long length) throws IOException {
        copyFile(file, position, length);
    }

    /**
     * Writes bytes of a file like {@link #writeFile}, but copies them now, because another process may change the file.
     */
    void copyFile(FileChannel file, long position, long length) throws IOException {
        for (long done = 0; done < length; ) {
            int count = room((int) Math.min(FILE_BYTES_AT_ONCE, length - done), Byte.BYTES);
            ByteBuffer into = buffer.slice(buffer.position(), count);
            int read = file.read(into, position + done);
            if (read < 0) {
                throw new EOFException("the file ends after " + done + " bytes (expected: " + length + ")");
            }
            buffer.position(buffer.position() + read);
            done += read;
        }
        copiedBytes += length;
    }

    /** Bytes of files that were copied so far, among all bytes. */
    protected final long copiedBytes() {
        return copiedBytes;
    }

    /** A buffer with {@code needed} bytes left in one piece, for writers that fill a buffer themselves. */
    final ByteBuffer contiguous(int needed) {
        ensure(needed);
        return buffer;
    }

    /** The number of wanted elements that fit; at least one. */
    private int room(int wanted, int width) {
        if (buffer.remaining() < width) {
            ensure((int) Math.min((long) wanted * width, LARGEST_GROWTH));
        }
        return Math.min(wanted, buffer.remaining() / width);
    }

    private int advance(int count, int width) {
        buffer.position(buffer.position() + count * width);
        return count;
    }
}
