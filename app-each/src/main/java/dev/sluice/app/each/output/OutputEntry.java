package dev.sluice.app.each.output;

import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The head of a record in an indexed output file. Command, standard output and standard error follow it, and then the
 * CRC-32C of each.
 *
 * @param number of the input, from 1
 * @param signal that ended the command, 0 for none
 * @param startedMicros [µs since 1970]
 * @param runMicros [µs]
 * @param commandLength [B]
 * @param outLength of standard output [B]
 * @param errLength of standard error [B]
 */
public record OutputEntry(
        long number,
        int exitCode,
        int signal,
        boolean timedOut,
        long startedMicros,
        long runMicros,
        int commandLength,
        long outLength,
        long errLength) {
    static final int HEAD_BYTES = 68;
    static final int TAIL_BYTES = 12;

    /** Begins each record: a byte that is in no text, then letters. */
    static final long MAGIC = 0xFF534C5543454F31L;

    private static final int CHECKED_BYTES = HEAD_BYTES - Integer.BYTES;

    static OutputEntry of(Input input, Outcome outcome) {
        return new OutputEntry(
                input.number(),
                outcome.exitCode(),
                outcome.signal(),
                outcome.timedOut(),
                outcome.startedMicros(),
                outcome.runMicros(),
                outcome.command().length,
                outcome.standardOutput().size(),
                outcome.standardError().size());
    }

    /** Tells whether the command succeeded. */
    public boolean succeeded() {
        return exitCode == 0 && signal == 0 && !timedOut;
    }

    /** Length of the whole record [B]. */
    long length() {
        return HEAD_BYTES + commandLength + outLength + errLength + TAIL_BYTES;
    }

    ByteBuffer encode() {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        head.putLong(MAGIC).putLong(number).putInt(exitCode).putInt(signal).putInt(timedOut ? 1 : 0);
        head.putLong(startedMicros).putLong(runMicros).putInt(commandLength);
        head.putLong(outLength).putLong(errLength);
        return head.putInt(checksum(head, 0)).flip();
    }

    /** Reads a head; empty if these bytes are none. */
    static Optional<OutputEntry> decode(ByteBuffer head) {
        if (head.remaining() < HEAD_BYTES
                || head.getLong(head.position()) != MAGIC
                || head.getInt(head.position() + CHECKED_BYTES) != checksum(head, head.position())) {
            return Optional.empty();
        }
        ByteBuffer in = head.duplicate();
        in.getLong();
        OutputEntry entry = new OutputEntry(
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getInt() != 0,
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getLong(),
                in.getLong());
        boolean possible = entry.commandLength >= 0
                && entry.outLength >= 0
                && entry.errLength >= 0
                && entry.outLength <= Long.MAX_VALUE / 4
                && entry.errLength <= Long.MAX_VALUE / 4;
        return possible ? Optional.of(entry) : Optional.empty();
    }

    private static int checksum(ByteBuffer buffer, int from) {
        CRC32C sum = new CRC32C();
        sum.update(buffer.duplicate().limit(from + CHECKED_BYTES).position(from));
        return (int) sum.getValue();
    }
}
