package dev.sluice.master.journal;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The first bytes of a segment, little-endian: magic, {@code u16 version | u16 0 | u32 number | u64 first | u64 epoch |
 * u32 chain}, the run's id in 64 bytes with zeros after it, and a CRC32C over all of these. Every version keeps this
 * layout.
 *
 * @param version of the format
 * @param number of the segment, from 1
 * @param first sequence number of the first record
 * @param epoch of the master that created the segment
 * @param chain CRC of the last record of the segment before, 0 in the first
 * @param run id of the run
 */
record SegmentHeader(int version, long number, long first, long epoch, int chain, String run) {
    static final int VERSION = 4;
    /** The oldest one that is read. It has no {@link JournalEntry.ResultsVoided}, and 3 has no open cycles. */
    static final int OLDEST = 2;
    /** Size of a header. */
    static final int BYTES = 104;

    private static final byte[] MAGIC = "SLUICEJL".getBytes(StandardCharsets.US_ASCII);
    private static final int RUN_BYTES = 64;
    private static final Pattern NAME = Pattern.compile("[0-9]{10}\\.log");

    /** The name of the file of a segment. */
    static String name(long number) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, 10 - digits.length())) + digits + ".log";
    }

    /** The number of a segment; empty if the file is none. */
    static OptionalLong number(String name) {
        return NAME.matcher(name).matches()
                ? OptionalLong.of(Long.parseLong(name.substring(0, 10)))
                : OptionalLong.empty();
    }

    /** The bytes, with their CRC. */
    ByteBuffer encoded() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putShort((short) version).putShort((short) 0);
        bytes.putInt((int) number).putLong(first).putLong(epoch).putInt(chain);
        bytes.put(run.getBytes(StandardCharsets.US_ASCII)).position(BYTES - Integer.BYTES);
        bytes.putInt(crc(bytes));
        return bytes.flip();
    }

    /** The CRC of a header, from which the chain of its records begins. */
    static int crc(ByteBuffer header) {
        ByteBuffer checked = header.duplicate();
        checked.limit(BYTES - Integer.BYTES).position(0);
        CRC32C crc = new CRC32C();
        crc.update(checked);
        return (int) crc.getValue();
    }

    /** True if the bytes are a whole header of any version. */
    static boolean isValid(ByteBuffer bytes) {
        if (bytes.limit() < BYTES) {
            return false;
        }
        byte[] magic = new byte[MAGIC.length];
        bytes.get(0, magic);
        return Arrays.equals(magic, MAGIC) && bytes.getInt(BYTES - Integer.BYTES) == crc(bytes);
    }

    /** Reads a valid header. */
    static SegmentHeader read(ByteBuffer bytes) {
        byte[] run = new byte[RUN_BYTES];
        bytes.get(BYTES - Integer.BYTES - RUN_BYTES, run);
        int length = 0;
        while (length < RUN_BYTES && run[length] != 0) {
            length++;
        }
        int at = MAGIC.length;
        return new SegmentHeader(
                bytes.getShort(at),
                Integer.toUnsignedLong(bytes.getInt(at + 4)),
                bytes.getLong(at + 8),
                bytes.getLong(at + 16),
                bytes.getInt(at + 24),
                new String(run, 0, length, StandardCharsets.US_ASCII));
    }
}
