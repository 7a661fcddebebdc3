package dev.sluice.master.journal;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The header of a record, little-endian: {@code u32 length | u8 kind | u64 sequence | u32 head | u32 previous | u32
 * crc}. A body of {@code length} bytes follows, the first {@code head} of which are the entry without its payload.
 *
 * @param length bytes of the body
 * @param kind of the entry, 1 to {@link #KINDS}
 * @param opens true for the first record of a commit, unless it is the first in its segment: all bytes before it in its
 *     segment were committed when it was written
 * @param head bytes of the entry without its payload
 * @param previous CRC of the record before, or of the segment's header
 * @param crc CRC32C over the bytes of this header before it, and over the body
 */
record RecordHeader(int length, int kind, boolean opens, long sequence, int head, int previous, int crc) {
    /** Size of a header. */
    static final int BYTES = 25;

    /** Bytes of a header before its CRC. */
    static final int CHECKED_BYTES = BYTES - Integer.BYTES;

    static final int KINDS = 9;
    /** Largest body [bytes]. */
    static final int LONGEST = Integer.MAX_VALUE - BYTES;

    private static final int OPENS = 0x80;

    /** Reads a header, which may be anything; moves the position of {@code from}. */
    static RecordHeader read(ByteBuffer from) {
        int length = from.getInt();
        int kind = from.get() & 0xff;
        return new RecordHeader(
                length,
                kind & ~OPENS,
                (kind & OPENS) != 0,
                from.getLong(),
                from.getInt(),
                from.getInt(),
                from.getInt());
    }

    /** Writes the bytes before the CRC. */
    static void write(ByteBuffer to, int length, int kind, boolean opens, long sequence, int head, int previous) {
        to.putInt(length);
        to.put((byte) (opens ? kind | OPENS : kind));
        to.putLong(sequence);
        to.putInt(head);
        to.putInt(previous);
    }

    /** Tells whether a record with this header may stand where the file has {@code left} bytes from the header on. */
    boolean fits(long left) {
        return length >= 0 && length <= left - BYTES && head >= 0 && head <= length && kind >= 1 && kind <= KINDS;
    }

    /** Begins the CRC of a record with the bytes of its header. */
    static void begin(CRC32C crc, ByteBuffer header, int at) {
        crc.reset();
        ByteBuffer checked = header.duplicate();
        checked.limit(at + CHECKED_BYTES).position(at);
        crc.update(checked);
    }
}
