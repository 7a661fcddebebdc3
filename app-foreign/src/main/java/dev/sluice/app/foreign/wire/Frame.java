package dev.sluice.app.foreign.wire;

import dev.sluice.api.Blob;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A frame to send: a kind and fields in the order of their addition. Confined to one thread. */
public final class Frame {
    /** The bytes of one field; arrays are not copied. */
    sealed interface Field {
        int tag();

        long length();

        record Bytes(int tag, byte[] bytes) implements Field {
            @Override
            public long length() {
                return bytes.length;
            }
        }

        record Stream(int tag, Blob blob) implements Field {
            @Override
            public long length() {
                return blob.size();
            }
        }
    }

    private final int kind;
    private final List<Field> fields = new ArrayList<>(2);

    private Frame(int kind) {
        this.kind = kind;
    }

    /** A frame without fields. */
    public static Frame of(int kind) {
        return new Frame(kind);
    }

    /** Adds one byte. */
    public Frame u8(int tag, int value) {
        return bytes(tag, new byte[] {(byte) value});
    }

    /** Adds a number of 32 bits. */
    public Frame u32(int tag, int value) {
        byte[] bytes = new byte[Integer.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(value);
        return bytes(tag, bytes);
    }

    /** Adds a number of 64 bits. */
    public Frame u64(int tag, long value) {
        byte[] bytes = new byte[Long.BYTES];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
        return bytes(tag, bytes);
    }

    /** Adds a text as UTF-8. */
    public Frame text(int tag, String value) {
        return bytes(tag, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a field for each text. */
    public Frame texts(int tag, List<String> values) {
        values.forEach(value -> text(tag, value));
        return this;
    }

    /** Adds bytes, which must not change before the frame is sent. */
    public Frame bytes(int tag, byte[] value) {
        fields.add(new Field.Bytes(tag, value));
        return this;
    }

    /** Adds the bytes of a blob, which are read when the frame is sent. */
    public Frame blob(int tag, Blob value) {
        fields.add(new Field.Stream(tag, value));
        return this;
    }

    /** The kind of this frame. */
    public int kind() {
        return kind;
    }

    List<Field> fields() {
        return fields;
    }
}
