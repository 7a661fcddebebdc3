package dev.sluice.master.journal;

import dev.sluice.net.payload.Payload;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Entries on their way from any thread to the journal's thread. Guarded by its own lock, held for a few instructions. */
final class JournalQueue {
    /** Wait without a limit [ns]. */
    static final long FOREVER = Long.MAX_VALUE;

    /**
     * An entry that is not committed yet. It holds a reference to each payload of the entry.
     *
     * @param bytes most bytes that its record takes
     */
    record Queued(
            JournalEntry entry,
            long sequence,
            long bytes,
            @Nullable Runnable committed) {
        void release() {
            EntryCoder.payloads(entry).forEach(Payload::release);
        }
    }

    private ArrayDeque<Queued> entries = new ArrayDeque<>();
    private long sequence;
    private boolean closed;

    /** Bytes of {@link #entries}. */
    private long waitingBytes;

    /** Waiting bytes that end the wait of the journal's thread. */
    private long wakeBytes = FOREVER;

    /** Bytes of all entries that are not committed. */
    private volatile long uncommittedBytes;

    private volatile long checkpointDistance;

    /** @param last sequence number before the first that is given */
    JournalQueue(long last) {
        sequence = last;
    }

    /** Adds an entry and returns its sequence number. An entry that comes after the close is dropped. */
    synchronized long add(JournalEntry entry, long bytes, @Nullable Runnable committed) {
        sequence++;
        if (closed) {
            return sequence;
        }
        EntryCoder.payloads(entry).forEach(Payload::retain);
        entries.add(new Queued(entry, sequence, bytes, committed));
        waitingBytes += bytes;
        uncommittedBytes += bytes;
        checkpointDistance = entry instanceof JournalEntry.Checkpoint ? 0 : checkpointDistance + bytes;
        if (waitingBytes >= wakeBytes) {
            notifyAll();
        }
        return sequence;
    }

    /** Takes all entries, and {@code empty} in exchange for their container. */
    synchronized ArrayDeque<Queued> take(ArrayDeque<Queued> empty) {
        ArrayDeque<Queued> taken = entries;
        entries = empty;
        waitingBytes = 0;
        return taken;
    }

    /** Records that entries of so many bytes are committed or dropped. */
    synchronized void done(long bytes) {
        uncommittedBytes -= bytes;
    }

    /** Drops all entries that come from now on. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized long waitingBytes() {
        return waitingBytes;
    }

    long uncommittedBytes() {
        return uncommittedBytes;
    }

    /** Bytes added since the last checkpoint. */
    long checkpointDistance() {
        return checkpointDistance;
    }

    /** Waits until {@code bytes} are waiting, the queue is closed, or time has passed. */
    synchronized void await(long nanos, long bytes) throws InterruptedException {
        long start = System.nanoTime();
        wakeBytes = bytes;
        while (waitingBytes < bytes && !closed) {
            if (nanos == FOREVER) {
                wait();
            } else {
                long left = nanos - (System.nanoTime() - start);
                if (left <= 0) {
                    break;
                }
                wait(left / 1_000_000, (int) (left % 1_000_000));
            }
        }
        wakeBytes = FOREVER;
    }
}
