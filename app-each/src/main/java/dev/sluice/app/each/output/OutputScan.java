package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Finds the records of an indexed output file without its index, also behind damaged ones. Confined to one thread. */
final class OutputScan {
    static final byte[] HEADER = "sluice-output 1\n".getBytes(StandardCharsets.US_ASCII);

    private static final int BLOCK = 1 << 16;

    /** Receives a record whose head is whole. */
    @FunctionalInterface
    interface Receiver {
        void entry(OutputEntry entry, long offset) throws IOException;
    }

    private final FileChannel file;
    private final long size;
    private boolean damaged;

    OutputScan(FileChannel file) throws IOException {
        this.file = file;
        this.size = file.size();
    }

    /** Refuses a file that is no indexed output file of this version. */
    static void requireHeader(FileChannel file, Path path) throws IOException {
        ByteBuffer header = ByteBuffer.allocate((int) Math.min(file.size(), HEADER.length));
        Tail.readFully(file, header, 0);
        if (!header.flip().equals(ByteBuffer.wrap(HEADER))) {
            String begin = StandardCharsets.ISO_8859_1.decode(header).toString();
            throw new RefusedLogException(
                    RefusedLogException.Why.FOREIGN,
                    begin.startsWith("sluice-output ")
                            ? BytePath.shown(path) + " is of another version of Sluice (expected: " + text() + ")"
                            : BytePath.shown(path) + " is no file of --output (expected: a first line '" + text()
                                    + "')");
        }
    }

    /** Tells whether the file is empty, or ends within its header. */
    static boolean hasTornHeader(FileChannel file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate((int) Math.min(file.size(), HEADER.length));
        Tail.readFully(file, header, 0);
        return file.size() < HEADER.length && header.flip().equals(ByteBuffer.wrap(HEADER, 0, header.limit()));
    }

    private static String text() {
        return new String(HEADER, StandardCharsets.US_ASCII).strip();
    }

    /**
     * Passes on the records from {@code from} on that are whole.
     *
     * @return end of the last one, or {@code from}
     */
    long records(long from, Receiver receiver) throws IOException {
        long end = from;
        long at = from;
        while (at < size) {
            Optional<OutputEntry> entry = head(at);
            if (entry.isPresent()) {
                receiver.entry(entry.get(), at);
                at += entry.get().length();
                end = at;
            } else {
                damaged = true;
                at = nextMagic(at + 1);
            }
        }
        return end;
    }

    /** Reads the head at the offset; empty if there is no whole record. */
    Optional<OutputEntry> head(long offset) throws IOException {
        if (size - offset < OutputEntry.HEAD_BYTES) {
            return Optional.empty();
        }
        ByteBuffer head = ByteBuffer.allocate(OutputEntry.HEAD_BYTES);
        Tail.readFully(file, head, offset);
        return OutputEntry.decode(head.flip()).filter(entry -> entry.length() <= size - offset);
    }

    /** Tells whether bytes were skipped. */
    boolean damaged() {
        return damaged;
    }

    private long nextMagic(long from) throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        long at = from;
        while (size - at >= Long.BYTES) {
            block.clear().limit((int) Math.min(BLOCK, size - at));
            Tail.readFully(file, block, at);
            for (int index = 0; index + Long.BYTES <= block.position(); index++) {
                if (block.get(index) == (byte) 0xFF && block.getLong(index) == OutputEntry.MAGIC) {
                    return at + index;
                }
            }
            at += block.position() - Long.BYTES + 1;
        }
        return size;
    }

    /** Compares the CRC-32C of a part of a record with the stored one. */
    boolean matches(long offset, long length, long checksumAt) throws IOException {
        CRC32C sum = new CRC32C();
        ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK, length));
        for (long at = 0; at < length; at += block.limit()) {
            block.clear().limit((int) Math.min(block.capacity(), length - at));
            Tail.readFully(file, block, offset + at);
            sum.update(block.flip());
        }
        ByteBuffer stored = ByteBuffer.allocate(Integer.BYTES);
        Tail.readFully(file, stored, checksumAt);
        return stored.getInt(0) == (int) sum.getValue();
    }
}
