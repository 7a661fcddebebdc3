package dev.sluice.app.each.input;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the bytes of one input from the data file, mostly with one read. Confined to one thread. */
final class SpoolReader {
    private static final int AHEAD_BYTES = 16 * 1024;

    private final SpoolFile file;
    private final long end;
    /** Position in the file behind the buffered bytes. */
    private long next;

    private ByteBuffer buffered = ByteBuffer.allocate(0);

    SpoolReader(SpoolFile file, long start, long end) {
        this.file = file;
        this.next = start;
        this.end = end;
    }

    /** Number of bytes up to the end of the input. */
    long left() {
        return end - next + buffered.remaining();
    }

    int number() throws IOException {
        return ByteBuffer.wrap(bytes(Integer.BYTES)).getInt();
    }

    byte[] bytes(int length) throws IOException {
        if (length < 0 || length > left()) {
            throw new IOException("the file of inputs is damaged");
        }
        byte[] bytes = new byte[length];
        int there = Math.min(length, buffered.remaining());
        buffered.get(bytes, 0, there);
        int missing = length - there;
        if (missing >= AHEAD_BYTES) {
            file.read(next, bytes, there, missing);
            next += missing;
        } else if (missing > 0) {
            byte[] ahead = new byte[(int) Math.min(end - next, AHEAD_BYTES)];
            file.read(next, ahead, 0, ahead.length);
            next += ahead.length;
            buffered = ByteBuffer.wrap(ahead);
            buffered.get(bytes, there, missing);
        }
        return bytes;
    }
}
