package dev.sluice.master.journal;

import dev.sluice.api.Encoder;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Records that are committed together. Heads and small payloads are copied into one buffer, because a gathering write
 * costs more for many small pieces; large payloads are written from where they are. Confined to the journal's thread.
 */
final class CommitBatch {
    private static final int STAGING_BYTES = 256 * 1024;

    /** Largest payload that is copied [bytes]. */
    private static final int COPIED_BYTES = 4_096;

    private static final int SCRATCH_BYTES = 4_096;

    /** Keeps the head of one entry. */
    private static final class HeadEncoder extends Encoder {
        HeadEncoder() {
            super(ByteBuffer.allocate(SCRATCH_BYTES));
        }

        @Override
        protected ByteBuffer grow(ByteBuffer current, int needed) {
            int room = (int) Math.min(
                    Integer.MAX_VALUE - 8L, Math.max(2L * current.capacity(), current.position() + (long) needed));
            return ByteBuffer.allocate(room).put(current.flip());
        }

        ByteBuffer encoded(JournalEntry entry) {
            buffer.clear();
            EntryCoder.writeHead(entry, this);
            return buffer.flip();
        }
    }

    private final HeadEncoder heads = new HeadEncoder();
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer staging;
    private final ArrayDeque<JournalQueue.Queued> entries = new ArrayDeque<>();
    private final List<ByteBuffer> pieces = new ArrayList<>();
    private ByteBuffer[] unwritten = {};
    private int next;

    /** Where in {@link #staging} the bytes begin that are in no piece yet. */
    private int staged;

    /** References to payloads were given up because all is written. */
    private boolean released;

    private long bytes;
    private long queuedBytes;
    private long last;
    private int lastCrc;

    /** @param wantedBytes of a usual batch */
    CommitBatch(long wantedBytes) {
        int bytes = (int) Math.min(STAGING_BYTES, wantedBytes + 2L * COPIED_BYTES);
        staging = ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    /** Begins a batch after the record, or segment header, with this CRC. */
    void begin(int previousCrc) {
        staging.clear();
        pieces.clear();
        unwritten = new ByteBuffer[0];
        next = 0;
        staged = 0;
        released = false;
        bytes = 0;
        queuedBytes = 0;
        lastCrc = previousCrc;
    }

    /** Puts the header of a segment before the records. */
    void header(ByteBuffer header) {
        bytes += header.remaining();
        pieces.add(header);
    }

    /** Adds the record of an entry and takes the entry over; returns false if the batch has no room for it. */
    boolean add(JournalQueue.Queued queued, boolean opens) {
        ByteBuffer head = heads.encoded(queued.entry());
        List<Payload> payloads = EntryCoder.payloads(queued.entry());
        long payloadBytes = 0;
        for (Payload payload : payloads) {
            payloadBytes += payload.size();
        }
        boolean copied = payloadBytes <= COPIED_BYTES;
        int needed = RecordHeader.BYTES + head.remaining() + (copied ? (int) payloadBytes : 0);
        ByteBuffer into = staging;
        if (needed > staging.remaining()) {
            if (!isEmpty()) {
                return false;
            }
            into = ByteBuffer.allocate(needed).order(ByteOrder.LITTLE_ENDIAN);
        }
        int at = into.position();
        RecordHeader.write(
                into,
                (int) (head.remaining() + payloadBytes),
                EntryCoder.kind(queued.entry()),
                opens,
                queued.sequence(),
                head.remaining(),
                lastCrc);
        RecordHeader.begin(crc, into, at);
        crc.update(head.duplicate());
        for (Payload payload : payloads) {
            for (ByteBuffer part : payload.buffers()) {
                crc.update(part.duplicate());
            }
        }
        lastCrc = (int) crc.getValue();
        into.putInt(lastCrc).put(head);
        if (into != staging) {
            pieces.add(into.duplicate().flip());
        }
        put(payloads, copied, into);
        entries.add(queued);
        bytes += RecordHeader.BYTES + (long) head.limit() + payloadBytes;
        queuedBytes += queued.bytes();
        last = queued.sequence();
        return true;
    }

    private void put(List<Payload> payloads, boolean copied, ByteBuffer into) {
        for (Payload payload : payloads) {
            for (ByteBuffer part : payload.buffers()) {
                if (copied && into == staging) {
                    staging.put(part);
                } else if (part.hasRemaining()) {
                    closePiece();
                    pieces.add(part);
                }
            }
        }
    }

    private void closePiece() {
        if (staging.position() > staged) {
            pieces.add(staging.duplicate().limit(staging.position()).position(staged));
            staged = staging.position();
        }
    }

    /** Ends the batch: nothing is added any more. */
    void end() {
        closePiece();
        unwritten = pieces.toArray(ByteBuffer[]::new);
    }

    /** Writes what is not written yet. After an exception, another call goes on where this one stopped. */
    void write(JournalFiles.Appended to) throws IOException {
        while (next < unwritten.length) {
            if (unwritten[next].hasRemaining()) {
                to.write(unwritten, next, unwritten.length - next);
            } else {
                next++;
            }
        }
        release();
    }

    private void release() {
        if (!released) {
            released = true;
            entries.forEach(JournalQueue.Queued::release);
        }
    }

    /** Drops everything, after a failure. */
    void drop() {
        release();
        entries.clear();
        pieces.clear();
        Arrays.fill(unwritten, null);
    }

    /** The entries; the caller takes them out once they are committed. */
    ArrayDeque<JournalQueue.Queued> entries() {
        return entries;
    }

    long bytes() {
        return bytes;
    }

    /** Bytes of the entries as the queue counts them. */
    long queuedBytes() {
        return queuedBytes;
    }

    /** Sequence number of the last record. */
    long last() {
        return last;
    }

    /** CRC of the last record. */
    int lastCrc() {
        return lastCrc;
    }
}
