package dev.sluice.benchmarks.campaign;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A header of a frame in the encoding of protobuf, written by hand: it can also say what no code of the runtime would
 * write.
 */
final class WireFields {
    private static final int VARINT = 0;
    private static final int FIXED = 1;
    private static final int BYTES = 2;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    WireFields number(int field, long value) {
        varint(out, (long) field << 3 | VARINT);
        varint(out, value);
        return this;
    }

    WireFields fixed(int field, long value) {
        varint(out, (long) field << 3 | FIXED);
        out.writeBytes(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array());
        return this;
    }

    WireFields bytes(int field, byte[] value) {
        varint(out, (long) field << 3 | BYTES);
        varint(out, value.length);
        out.writeBytes(value);
        return this;
    }

    WireFields text(int field, String value) {
        return bytes(field, value.getBytes(StandardCharsets.UTF_8));
    }

    WireFields message(int field, WireFields value) {
        return bytes(field, value.toBytes());
    }

    byte[] toBytes() {
        return out.toByteArray();
    }

    /** Writes a number in 7 bits a byte, the lowest first. */
    static void varint(ByteArrayOutputStream to, long value) {
        long left = value;
        while ((left & ~0x7FL) != 0) {
            to.write((int) (left & 0x7F | 0x80));
            left >>>= 7;
        }
        to.write((int) left);
    }

    /** Reads such a number, and moves the position behind it. */
    static long varint(ByteBuffer from) {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            byte next = from.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                break;
            }
        }
        return value;
    }

    /** The numbers of a header, by their fields. Later values of a field replace earlier ones. */
    static Map<Integer, Long> numbers(ByteBuffer header) {
        Map<Integer, Long> numbers = new HashMap<>();
        read(header, numbers, new HashMap<>());
        return numbers;
    }

    /** The bytes of a header, by their fields: texts and messages. */
    static Map<Integer, ByteBuffer> messages(ByteBuffer header) {
        Map<Integer, ByteBuffer> messages = new HashMap<>();
        read(header, new HashMap<>(), messages);
        return messages;
    }

    private static void read(ByteBuffer header, Map<Integer, Long> numbers, Map<Integer, ByteBuffer> messages) {
        ByteBuffer from = header.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        while (from.hasRemaining()) {
            int tag = (int) varint(from);
            switch (tag & 7) {
                case VARINT -> numbers.put(tag >>> 3, varint(from));
                case FIXED -> numbers.put(tag >>> 3, from.getLong());
                case BYTES -> {
                    int length = (int) varint(from);
                    messages.put(tag >>> 3, from.slice(from.position(), length));
                    from.position(from.position() + length);
                }
                default -> {
                    return; // a master sends no other
                }
            }
        }
    }
}
