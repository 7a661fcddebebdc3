package dev.sluice.master.journal;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commits queued entries: writes a batch, forces it where the level demands that, and only then calls back. It has no
 * thread and no clock, so that tests drive it in virtual time. Confined to the journal's thread.
 */
class JournalWriter {
    /** Returned by {@link #step} when nothing is left to do. */
    static final long DONE = -1;

    /** Time between two tries while the disk is full [ns]. */
    static final long FULL_PAUSE_NANOS = 1_000_000_000;

    private static final long NEVER = Long.MAX_VALUE;

    private final JournalFiles files;
    private final JournalTerms terms;
    private final JournalListener listener;
    private final JournalQueue queue;
    private final CommitBatch batch;
    private ArrayDeque<JournalQueue.Queued> taken = new ArrayDeque<>();

    private final ArrayDeque<JournalTail.Extent> segments;
    private JournalFiles.@Nullable Appended file;
    private long number;
    private long segmentBytes;
    private int crc;
    private long epoch;

    /** The segment that the batch begins has not been created. */
    private boolean creates;

    private long gatheredAt = NEVER;
    private long retryAt = NEVER;
    private boolean full;
    private @Nullable SluiceException failure;
    private volatile long committed;

    /** @param epoch the last one, for headers of segments */
    JournalWriter(JournalFiles files, JournalTerms terms, JournalListener listener, JournalTail tail, long epoch) {
        this.files = files;
        this.terms = terms;
        this.batch = new CommitBatch(terms.gatherBytes());
        this.listener = listener;
        this.queue = new JournalQueue(tail.sequence());
        this.segments = new ArrayDeque<>(tail.segments());
        this.file = tail.file();
        this.number = segments.isEmpty() ? 0 : segments.getLast().number();
        this.segmentBytes = tail.bytes();
        this.crc = tail.crc();
        this.epoch = epoch;
        this.committed = tail.sequence();
    }

    /** The entries to commit. */
    final JournalQueue queue() {
        return queue;
    }

    /** The last committed sequence number. Any thread. */
    final long committed() {
        return committed;
    }

    final @Nullable SluiceException failure() {
        return failure;
    }

    /** Waiting bytes that make another step worthwhile before its time. */
    final long wakeBytes() {
        if (retryAt != NEVER) {
            return NEVER;
        }
        return gatheredAt != NEVER ? terms.gatherBytes() : 1;
    }

    /**
     * Does what can be done now. Returns the time after which to call again [ns], {@link JournalQueue#FOREVER} if only
     * another entry gives something to do, or {@link #DONE} after the queue was closed and emptied.
     */
    final long step(long nowNanos) {
        boolean closed = queue.isClosed();
        if (failure != null) {
            dropAll();
            return closed ? DONE : JournalQueue.FOREVER;
        }
        if (retryAt != NEVER && nowNanos < retryAt && !closed) {
            return retryAt - nowNanos;
        }
        if (batch.isEmpty()) {
            long wait = gather(nowNanos, closed);
            if (wait != 0) {
                return wait;
            }
            fill();
        }
        return commit(nowNanos, closed);
    }

    /** Takes waiting entries; returns 0 if there are any to commit now, else what {@link #step} returns. */
    private long gather(long nowNanos, boolean closed) {
        if (!taken.isEmpty()) {
            return 0;
        }
        long waiting = queue.waitingBytes();
        if (waiting == 0) {
            return closed ? DONE : JournalQueue.FOREVER;
        }
        if (gatheredAt == NEVER) {
            gatheredAt = nowNanos + terms.gatherNanos();
        }
        if (nowNanos < gatheredAt && waiting < terms.gatherBytes() && !closed) {
            return gatheredAt - nowNanos;
        }
        gatheredAt = NEVER;
        taken = queue.take(taken);
        return 0;
    }

    /** Moves entries into the batch. A checkpoint is a batch of its own, in a new segment. */
    private void fill() {
        JournalQueue.Queued first = taken.getFirst();
        boolean begins = number == 0 || file == null || segmentBytes >= terms.segmentBytes() || isCheckpoint(first);
        if (begins) {
            ByteBuffer header = new SegmentHeader(
                            SegmentHeader.VERSION,
                            number + 1,
                            first.sequence(),
                            epoch,
                            crc,
                            terms.run().text())
                    .encoded();
            batch.begin(SegmentHeader.crc(header));
            batch.header(header);
            creates = true;
        } else {
            batch.begin(crc);
        }
        boolean opens = !begins;
        while (!taken.isEmpty()
                && (batch.isEmpty() || batch.bytes() < terms.gatherBytes() && !isCheckpoint(taken.getFirst()))
                && batch.add(taken.getFirst(), opens)) {
            opens = false;
            if (isCheckpoint(taken.removeFirst())) {
                break;
            }
        }
        batch.end();
    }

    private static boolean isCheckpoint(JournalQueue.Queued queued) {
        return queued.entry() instanceof JournalEntry.Checkpoint;
    }

    private long commit(long nowNanos, boolean closed) {
        try {
            write();
            if (isForced()) {
                force(open());
            }
            retryAt = NEVER;
            if (full) {
                full = false;
                listener.spaceAgain(path());
            }
            acknowledge();
            return 0;
        } catch (IOException e) {
            if (!files.isFull(e)) {
                fail(new SluiceException(
                        ErrorCode.JOURNAL_FAILED,
                        "journal: " + path() + ": " + FileTrouble.said(e) + " (expected: bytes reach the disk)",
                        e));
                return 0;
            }
            if (!full) {
                full = true;
                listener.full(path(), e);
            }
            if (closed) {
                dropAll();
                return DONE;
            }
            retryAt = nowNanos + FULL_PAUSE_NANOS;
            return FULL_PAUSE_NANOS;
        }
    }

    private void write() throws IOException {
        if (creates) {
            if (file != null) {
                file.close();
                file = null;
            }
            file = files.create(SegmentHeader.name(number + 1));
            creates = false;
            number++;
            segmentBytes = 0;
            segments.add(
                    new JournalTail.Extent(number, batch.entries().getFirst().sequence()));
        }
        batch.write(open());
    }

    private JournalFiles.Appended open() {
        if (file == null) {
            throw new IllegalStateException("no segment is open");
        }
        return file;
    }

    private boolean isForced() {
        if (terms.level() == JournalLevel.SYNC) {
            return true;
        }
        for (JournalQueue.Queued queued : batch.entries()) {
            JournalEntry entry = queued.entry();
            if (entry instanceof JournalEntry.Checkpoint
                    || entry instanceof JournalEntry.EpochRaised raised && raised.epoch() > 1) {
                return true;
            }
        }
        return false;
    }

    /** Forces a segment. A failure ends the journal, because the system may have dropped what it could not write. */
    void force(JournalFiles.Appended segment) throws IOException {
        try {
            segment.force();
        } catch (IOException e) {
            throw new JournalFiles.ForceFailed(e);
        }
    }

    /** Calls back for the entries of the batch, which is committed. */
    void acknowledge() {
        segmentBytes += batch.bytes();
        crc = batch.lastCrc();
        committed = batch.last();
        queue.done(batch.queuedBytes());
        for (JournalQueue.Queued queued = batch.entries().poll();
                queued != null;
                queued = batch.entries().poll()) {
            if (queued.entry() instanceof JournalEntry.EpochRaised raised) {
                epoch = raised.epoch();
            } else if (queued.entry() instanceof JournalEntry.Checkpoint checkpoint) {
                deleteBefore(checkpoint.covered());
            }
            if (queued.committed() != null) {
                queued.committed().run();
            }
        }
    }

    /** Deletes the oldest segments all of whose records are covered. A file that stays does no harm. */
    private void deleteBefore(long covered) {
        List<String> names = new ArrayList<>();
        while (segments.size() > 1) {
            JournalTail.Extent oldest = segments.removeFirst();
            if (segments.getFirst().first() > covered + 1) {
                segments.addFirst(oldest);
                break;
            }
            names.add(SegmentHeader.name(oldest.number()));
        }
        try {
            files.delete(names);
        } catch (IOException e) {
            if (e instanceof JournalFiles.ForceFailed) {
                fail(new SluiceException(
                        ErrorCode.JOURNAL_FAILED,
                        "journal: " + files.directory() + ": " + FileTrouble.said(e)
                                + " (expected: deletions reach the disk)",
                        e));
            }
        }
    }

    private Path path() {
        return files.directory().resolve(SegmentHeader.name(creates ? number + 1 : number));
    }

    /** Commits nothing any more. */
    final void fail(SluiceException why) {
        if (failure == null) {
            failure = why;
            dropAll();
            listener.failed(why);
        }
    }

    private void dropAll() {
        if (!batch.isEmpty()) {
            queue.done(batch.queuedBytes());
            batch.drop();
        }
        drop(taken);
        drop(queue.take(new ArrayDeque<>()));
    }

    private void drop(ArrayDeque<JournalQueue.Queued> entries) {
        for (JournalQueue.Queued queued = entries.poll(); queued != null; queued = entries.poll()) {
            queue.done(queued.bytes());
            queued.release();
        }
    }

    /** Tells whether the last try to write found the disk full. */
    final boolean isFull() {
        return full;
    }

    /** @param forces whether the open segment is forced before it is closed, if nothing has failed */
    final void close(boolean forces) throws IOException {
        if (file != null) {
            try (JournalFiles.Appended last = file) {
                file = null;
                if (forces && failure == null && !full) {
                    last.force();
                }
            }
        }
    }

    /** Deletes all segments, the last one last: it tells a reader that the run is over. */
    final void delete() throws IOException {
        List<String> names = new ArrayList<>();
        segments.forEach(segment -> names.add(SegmentHeader.name(segment.number())));
        files.delete(names);
    }
}
