package dev.sluice.net.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.util.Arrays;

/**
 * Writes one header into an array that is used again for the next. Takes whole generated messages, or single protobuf
 * fields in the order of their numbers. Confined to one thread.
 */
public final class HeaderWriter {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int SIZED = 2;

    private byte[] bytes = new byte[512];
    private int at;

    public void clear() {
        at = 0;
        if (bytes.length > 65_536) {
            bytes = new byte[512];
        }
    }

    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return at;
    }

    private void ensure(int more) {
        if (bytes.length - at < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, at + more));
        }
    }

    private void varint(long value) {
        ensure(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
    }

    /** uint32 or uint64; 0 is the default and takes no room. */
    void number(int field, long value) {
        if (value != 0) {
            varint((long) field << 3 | VARINT);
            varint(value);
        }
    }

    /** One value of a packed list, which is written between {@link #open} and {@link #close}. */
    void packed(long value) {
        varint(value);
    }

    /** fixed64. */
    void fixed(int field, long value) {
        if (value != 0) {
            varint((long) field << 3 | FIXED_64);
            ensure(8);
            for (int shift = 0; shift < 64; shift += 8) {
                bytes[at++] = (byte) (value >>> shift);
            }
        }
    }

    /** double. */
    void real(int field, double value) {
        fixed(field, Double.doubleToRawLongBits(value));
    }

    /** Adds the fields of {@code message}. */
    void message(MessageLite message) {
        int size = message.getSerializedSize();
        ensure(size);
        try {
            message.writeTo(CodedOutputStream.newInstance(bytes, at, size));
        } catch (IOException e) {
            throw new IllegalStateException("a header needs more bytes than it said", e);
        }
        at += size;
    }

    /** Starts a nested message; what is written until {@link #close} belongs to it. */
    int open(int field) {
        varint((long) field << 3 | SIZED);
        ensure(1);
        return ++at;
    }

    /** Ends the nested message that started at {@code mark}: puts its size before it. */
    void close(int mark) {
        int size = at - mark;
        int extra = 0;
        for (int rest = size >>> 7; rest != 0; rest >>>= 7) {
            extra++;
        }
        if (extra > 0) {
            ensure(extra);
            System.arraycopy(bytes, mark, bytes, mark + extra, size);
        }
        at = mark - 1;
        varint(size);
        at += size;
    }
}
