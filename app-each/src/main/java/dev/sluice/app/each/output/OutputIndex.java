package dev.sluice.app.each.output;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The index beside an indexed output file: input number, offset and length of each record. It only saves time: a
 * missing or damaged part is found again in the file itself. Confined to one thread.
 */
final class OutputIndex implements Closeable {
    private static final byte[] HEADER = "sluice-index  1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int ENTRY_BYTES = 28;
    private static final int BLOCK_ENTRIES = 2048;

    /** Receives an entry. */
    @FunctionalInterface
    interface Receiver {
        void entry(long number, long offset, long length);
    }

    private final FileChannel file;

    OutputIndex(FileChannel file) {
        this.file = file;
    }

    static Path of(Path output) {
        String name = ByteText.text(BytePath.bytes(output)) + ".index";
        return output.resolveSibling(BytePath.resolve(output, name).getFileName());
    }

    /**
     * Passes the valid entries on, up to the first that is damaged or does not follow the one before.
     *
     * @param begin offset of the first record
     * @param size of the output file
     * @return end of the last record of the index, or {@code begin}
     */
    long read(long begin, long size, Receiver receiver) throws IOException {
        long end = begin;
        ByteBuffer header = ByteBuffer.allocate(HEADER.length);
        if (file.size() < HEADER.length) {
            return end;
        }
        Tail.readFully(file, header, 0);
        if (!header.flip().equals(ByteBuffer.wrap(HEADER))) {
            return end;
        }
        ByteBuffer block = ByteBuffer.allocate(BLOCK_ENTRIES * ENTRY_BYTES);
        long at = HEADER.length;
        while (file.size() - at >= ENTRY_BYTES) {
            long whole = (file.size() - at) / ENTRY_BYTES * ENTRY_BYTES;
            block.clear().limit((int) Math.min(block.capacity(), whole));
            Tail.readFully(file, block, at);
            at += block.position();
            block.flip();
            while (block.hasRemaining()) {
                ByteBuffer entry = block.slice(block.position(), ENTRY_BYTES);
                block.position(block.position() + ENTRY_BYTES);
                long offset = entry.getLong(8);
                long length = entry.getLong(16);
                boolean valid = entry.getInt(24) == checksum(entry) && offset == end && length > 0;
                if (!valid || length > size - offset) {
                    return end;
                }
                receiver.entry(entry.getLong(0), offset, length);
                end = offset + length;
            }
        }
        return end;
    }

    /** Keeps this number of entries and removes the others. */
    void cut(long entries) throws IOException {
        if (file.size() < HEADER.length || entries == 0) {
            file.truncate(0);
            file.position(0);
            Tail.writeAll(file, ByteBuffer.wrap(HEADER));
            return;
        }
        file.truncate(HEADER.length + entries * ENTRY_BYTES);
        file.position(file.size());
    }

    void add(long number, long offset, long length) throws IOException {
        ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
        entry.putLong(number).putLong(offset).putLong(length);
        Tail.writeAll(file, entry.putInt(checksum(entry)).flip());
    }

    private static int checksum(ByteBuffer entry) {
        CRC32C sum = new CRC32C();
        sum.update(entry.duplicate().limit(ENTRY_BYTES - Integer.BYTES).position(0));
        return (int) sum.getValue();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
