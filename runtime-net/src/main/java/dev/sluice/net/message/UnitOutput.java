package dev.sluice.net.message;

import java.nio.charset.StandardCharsets;

/**
 * Worker or sub-master to master, and master to operator: what a unit has printed.
 *
 * @param unit its index in the cycle
 * @param stream 1 standard output, 2 standard error; 0 if there is no text
 * @param offset of the first byte in the stream
 * @param text at most {@link #MOST_BYTES}, each of which is a character below 256, so that messages can be compared
 * @param where name of the worker, or where the unit is, for people; empty from a worker
 * @param ended whether nothing follows, because the unit is over; never from a worker
 */
public record UnitOutput(int cycle, long unit, int stream, long offset, String text, String where, boolean ended)
        implements Message {
    /** Most bytes of one message. */
    public static final int MOST_BYTES = 16_384;

    public UnitOutput {
        Checks.notNegative("cycle", cycle);
        Checks.notNegative("unit", unit);
        Checks.between("stream", stream, 0, 2);
        Checks.notNegative("offset", offset);
        Checks.between("text", text.length(), 0, MOST_BYTES);
    }

    /** Text of a worker. */
    public static UnitOutput of(int cycle, long unit, int stream, long offset, byte[] text) {
        return new UnitOutput(cycle, unit, stream, offset, new String(text, StandardCharsets.ISO_8859_1), "", false);
    }

    /** A message without text. */
    public static UnitOutput note(int cycle, long unit, String where, boolean ended) {
        return new UnitOutput(cycle, unit, 0, 0, "", where, ended);
    }

    /** The text as it was printed. */
    public byte[] bytes() {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The same of this worker. */
    public UnitOutput from(String worker) {
        return new UnitOutput(cycle, unit, stream, offset, text, worker, ended);
    }
}
