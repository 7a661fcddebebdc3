package dev.sluice.app.pep;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Bytes that can be verified from their key ({@link Chance#key}): number n of its sequence fills bytes 8n to 8n+7,
 * little-endian; the last number may be cut off.
 */
final class Content {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Content() {}

    static byte[] of(long key, int length) {
        byte[] bytes = new byte[length];
        int whole = length & -Long.BYTES;
        for (int at = 0; at < whole; at += Long.BYTES) {
            LONGS.set(bytes, at, Chance.bits(key, at / Long.BYTES));
        }
        for (int at = whole; at < length; at++) {
            bytes[at] = byteAt(key, at);
        }
        return bytes;
    }

    private static byte byteAt(long key, int at) {
        return (byte) (Chance.bits(key, at / Long.BYTES) >>> (at % Long.BYTES * Byte.SIZE));
    }

    /** Index of the first wrong byte, or -1 if all are right. */
    static int firstWrong(byte[] bytes, long key) {
        int whole = bytes.length & -Long.BYTES;
        int at = 0;
        while (at < whole && (long) LONGS.get(bytes, at) == Chance.bits(key, at / Long.BYTES)) {
            at += Long.BYTES;
        }
        while (at < bytes.length) {
            if (bytes[at] != byteAt(key, at)) {
                return at;
            }
            at++;
        }
        return -1;
    }

    /** Throws if a byte is wrong. */
    static void check(String what, byte[] bytes, long key) {
        int wrong = firstWrong(bytes, key);
        if (wrong >= 0) {
            throw wrong(what, bytes, wrong, byteAt(key, wrong));
        }
    }

    /** Throws if the arrays, which have equal length, differ. */
    static void check(String what, byte[] bytes, byte[] expected) {
        int wrong = Arrays.mismatch(bytes, expected);
        if (wrong >= 0) {
            throw wrong(what, bytes, wrong, expected[wrong]);
        }
    }

    private static IllegalStateException wrong(String what, byte[] bytes, int at, byte expected) {
        return new IllegalStateException(String.format(
                "%s: byte %d of %d is 0x%02x (expected: 0x%02x)", what, at, bytes.length, bytes[at], expected));
    }

    /** The exclusive or of two contents of equal length, or one of them if the other is empty; a new array. */
    static byte[] combined(byte[] one, byte[] other) {
        if (one.length == 0 || other.length == 0) {
            return one.length == 0 ? other.clone() : one.clone();
        }
        if (one.length != other.length) {
            throw new IllegalStateException(
                    "contents of " + one.length + " and " + other.length + " bytes (expected: of one length)");
        }
        byte[] bytes = new byte[one.length];
        for (int at = 0; at < bytes.length; at++) {
            bytes[at] = (byte) (one[at] ^ other[at]);
        }
        return bytes;
    }

    /** A checksum: equal arrays have equal values, and different arrays almost never do. */
    static long checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }
}
