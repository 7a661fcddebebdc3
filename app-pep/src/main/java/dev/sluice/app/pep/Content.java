package dev.sluice.app.pep;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Bytes that can be checked by whoever knows their key ({@link Chance#key}): number n of its sequence fills bytes 8n to
 * 8n+7, little-endian, the last one as far as there is room.
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

    /** Where the first wrong byte is, or -1 when all are right. */
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
            throw new IllegalStateException(String.format(
                    "%s: byte %d of %d is 0x%02x (expected: 0x%02x)",
                    what, wrong, bytes.length, bytes[wrong], byteAt(key, wrong)));
        }
    }

    /** A number that two equal arrays share, and that two others hardly do. */
    static long checksum(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, bytes.length);
        return crc.getValue();
    }
}
