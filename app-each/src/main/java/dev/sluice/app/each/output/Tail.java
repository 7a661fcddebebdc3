package dev.sluice.app.each.output;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Reads and repairs the end of a file that a killed process may have left torn. */
final class Tail {
    private static final int BLOCK = 1 << 16;

    private Tail() {}

    /** Removes what follows the last line feed; a file without one becomes empty. */
    static void cutTornLine(FileChannel file) throws IOException {
        long end = file.size();
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        while (end > 0) {
            long from = Math.max(0, end - BLOCK);
            block.clear().limit((int) (end - from));
            readFully(file, block, from);
            for (int at = block.position() - 1; at >= 0; at--) {
                if (block.get(at) == '\n') {
                    cut(file, from + at + 1);
                    return;
                }
            }
            end = from;
        }
        cut(file, 0);
    }

    private static void cut(FileChannel file, long size) throws IOException {
        if (size < file.size()) {
            file.truncate(size);
        }
    }

    /** Fills the buffer from its position to its limit with the bytes from {@code position} on. */
    static void readFully(FileChannel file, ByteBuffer into, long position) throws IOException {
        long at = position;
        while (into.hasRemaining()) {
            int count = file.read(into, at);
            if (count < 0) {
                throw new EOFException("the file ends at " + at);
            }
            at += count;
        }
    }

    /** Writes all bytes at the position of the channel. */
    static void writeAll(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }
}
