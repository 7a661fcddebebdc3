package dev.sluice.master.journal;

import dev.sluice.net.payload.Payload;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Reads records of one segment through a window of constant size. Confined to one thread at a time. */
final class SegmentReader implements Closeable {
    private static final int WINDOW_BYTES = 256 * 1024;

    /** Largest buffer of a payload [bytes]. */
    private static final int PIECE_BYTES = 8 << 20;

    private final JournalFiles.Source source;
    private final long size;
    private final ByteBuffer window;
    private final CRC32C crc = new CRC32C();
    private long windowAt;

    /** Bytes of the window that are read. */
    private int filled;

    /** @param window of this reader alone while it is open */
    private SegmentReader(JournalFiles.Source source, long size, ByteBuffer window) {
        this.source = source;
        this.size = size;
        this.window = window;
    }

    /** A window, which readers may use one after the other. */
    static ByteBuffer window() {
        return ByteBuffer.allocate(WINDOW_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    static SegmentReader open(JournalFiles files, long number, ByteBuffer window) throws IOException {
        JournalFiles.Source source = files.open(SegmentHeader.name(number));
        try {
            return new SegmentReader(source, source.size(), window);
        } catch (IOException e) {
            source.close();
            throw e;
        }
    }

    /** Size of the file when it was opened. */
    long size() {
        return size;
    }

    /** The first bytes of the file, as many as a header has or the file is long; valid until the next call. */
    ByteBuffer header() throws IOException {
        int length = (int) Math.min(size, SegmentHeader.BYTES);
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.put(at(0, length).limit(window.position() + length)).flip();
    }

    /** The header of the record at a position, from which the file has at least as many bytes. */
    RecordHeader record(long position) throws IOException {
        return RecordHeader.read(at(position, RecordHeader.BYTES));
    }

    /** Tells whether the CRC of a record that fits is right. */
    boolean isIntact(RecordHeader header, long position) throws IOException {
        RecordHeader.begin(crc, at(position, RecordHeader.BYTES), window.position());
        long from = position + RecordHeader.BYTES;
        long end = from + header.length();
        while (from < end) {
            at(from, 1);
            int count = (int) Math.min(end - from, window.remaining());
            crc.update(window.limit(window.position() + count));
            from += count;
        }
        return (int) crc.getValue() == header.crc();
    }

    /** The head of the record at a position; valid until the next call. */
    ByteBuffer head(RecordHeader header, long position) throws IOException {
        long from = position + RecordHeader.BYTES;
        if (header.head() > WINDOW_BYTES) {
            return bytes(from, header.head());
        }
        ByteBuffer head = at(from, header.head());
        return head.limit(head.position() + header.head());
    }

    /** The payload of the record at a position, on the heap. */
    Payload payload(RecordHeader header, long position) throws IOException {
        long from = position + RecordHeader.BYTES + header.head();
        long end = position + RecordHeader.BYTES + header.length();
        List<Payload> pieces = new ArrayList<>();
        while (from < end) {
            int count = (int) Math.min(end - from, PIECE_BYTES);
            pieces.add(Payload.wrap(bytes(from, count)));
            from += count;
        }
        return pieces.size() == 1 ? pieces.get(0) : Payload.concat(pieces);
    }

    private ByteBuffer bytes(long position, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        if (count <= WINDOW_BYTES) {
            return bytes.put(at(position, count).limit(window.position() + count))
                    .flip();
        }
        if (source.read(position, bytes) < count) {
            throw new IOException("ends before offset " + (position + count));
        }
        return bytes.flip();
    }

    /**
     * The window, positioned at a place in the file, with all bytes up to its limit read; at least {@code count}.
     * Beyond these it may end anywhere.
     */
    private ByteBuffer at(long position, int count) throws IOException {
        long start = position - windowAt;
        if (start < 0 || start + count > filled) {
            window.clear();
            filled = source.read(position, window);
            windowAt = position;
            start = 0;
            if (filled < count) {
                throw new IOException("ends before offset " + (position + count));
            }
        }
        return window.limit(filled).position((int) start);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
