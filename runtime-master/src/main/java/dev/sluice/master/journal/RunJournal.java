package dev.sluice.master.journal;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a run's journal on a thread of its own. Entries are committed in the order in which they were added, several
 * at a time. After a failure nothing is committed any more; see {@link JournalListener#failed}.
 */
public class RunJournal implements AutoCloseable {
    private final JournalFiles files;
    private final JournalTerms terms;
    private final JournalWriter writer;
    private final JournalQueue queue;
    private final long epoch;
    private final Thread thread;
    private boolean closed;

    RunJournal(JournalFiles files, JournalTerms terms, JournalWriter writer, long epoch) {
        this.files = files;
        this.terms = terms;
        this.writer = writer;
        this.queue = writer.queue();
        this.epoch = epoch;
        this.thread = new Thread(this::run, "journal");
        thread.setDaemon(true);
    }

    /**
     * Begins the journal of a new run with epoch 1 in a directory without segments. Takes over {@code files}, also when
     * it throws.
     *
     * @throws SluiceException when the journal cannot be written
     */
    public static RunJournal create(JournalFiles files, JournalTerms terms, JournalListener listener) {
        try {
            for (String name : files.list()) {
                if (SegmentHeader.number(name).isPresent()) {
                    throw JournalErrors.missing(files.directory(), name + " is there (expected: no segment)");
                }
            }
        } catch (IOException e) {
            files.close();
            throw JournalErrors.unreadable(files.directory(), e);
        } catch (SluiceException e) {
            files.close();
            throw e;
        }
        return start(files, terms, new JournalWriter(files, terms, listener, JournalTail.empty(), 1), 1);
    }

    /**
     * Goes on with a recovered journal: cuts its torn tail, then raises the epoch by 1 and forces that to the disk.
     * Takes over the recovered journal's files, also when it throws.
     *
     * @throws SluiceException when the journal cannot be written
     */
    public static RunJournal append(Recovered recovered, JournalTerms terms, JournalListener listener) {
        JournalFiles files = recovered.files();
        JournalTail tail;
        try {
            tail = recovered.cut();
        } catch (IOException e) {
            files.close();
            throw new SluiceException(
                    ErrorCode.JOURNAL_FAILED,
                    "journal: " + files.directory() + ": " + FileTrouble.said(e) + " (expected: the tail can be cut)",
                    e);
        }
        long epoch = recovered.epoch() + 1;
        return start(files, terms, new JournalWriter(files, terms, listener, tail, epoch), epoch);
    }

    private static RunJournal start(JournalFiles files, JournalTerms terms, JournalWriter writer, long epoch) {
        RunJournal journal = new RunJournal(files, terms, writer, epoch);
        try {
            raise(writer, files, epoch);
        } catch (SluiceException e) {
            try {
                writer.close(false);
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            files.close();
            throw e;
        }
        journal.thread.start();
        return journal;
    }

    /** Commits a new epoch on this thread, before there is another. */
    static void raise(JournalWriter writer, JournalFiles files, long epoch) {
        JournalEntry raised = new JournalEntry.EpochRaised(epoch);
        long sequence = writer.queue().add(raised, EntryCoder.mostBytes(raised), null);
        long now = 0;
        while (writer.committed() < sequence) {
            long wait = writer.step(now);
            if (writer.failure() != null) {
                throw writer.failure();
            }
            if (writer.isFull()) {
                throw new SluiceException(
                        ErrorCode.DISK_FULL,
                        "journal: " + files.directory() + ": the disk is full (expected: space for a journal)");
            }
            now += Math.max(0, wait);
        }
    }

    private void run() {
        try {
            for (long wait = writer.step(System.nanoTime());
                    wait != JournalWriter.DONE;
                    wait = writer.step(System.nanoTime())) {
                if (wait > 0) {
                    queue.await(wait, writer.wakeBytes());
                }
            }
        } catch (InterruptedException | RuntimeException | Error e) {
            queue.close(); // nobody takes entries any more
            writer.fail(new SluiceException(ErrorCode.INTERNAL, "journal: " + e, e));
        }
    }

    /** The epoch of this master, committed before the journal was returned. */
    public long epoch() {
        return epoch;
    }

    /**
     * Queues an entry. Any thread; never blocks for the disk. Entries of several threads get their order here. The
     * journal holds a reference of its own to the entry's bytes until they are written. After a failure or the close,
     * the entry is dropped.
     *
     * @param committed called on the journal's thread when this entry and all before it are as safe as the level says;
     *     never called after a failure; must not block
     * @return the entry's sequence number, larger by 1 than that of the entry before
     * @throws SluiceException when the entry's record might have 2 GiB or more
     */
    public long add(JournalEntry entry, @Nullable Runnable committed) {
        return add(queue, entry, committed);
    }

    static long add(JournalQueue queue, JournalEntry entry, @Nullable Runnable committed) {
        long bytes = EntryCoder.mostBytes(entry);
        if (bytes > RecordHeader.LONGEST) {
            throw new SluiceException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    "journal: an entry of " + bytes + " bytes (expected: below 2 GiB; smaller units or results)");
        }
        return queue.add(entry, bytes, committed);
    }

    /** The last sequence number that is committed, 0 if there is none. Any thread. */
    public long committed() {
        return writer.committed();
    }

    /**
     * Tells whether the queue is below its limit. Otherwise the master grants no further result. Nothing else stops the
     * queue: it holds at most the limit, the results granted before, and the unacknowledged results that workers may
     * have on the way. Any thread.
     */
    public boolean hasRoom() {
        return queue.uncommittedBytes() < terms.queueBytes();
    }

    /** Bytes of the entries that were added since the last checkpoint of this journal. Any thread. */
    public long bytesSinceCheckpoint() {
        return queue.checkpointDistance();
    }

    /**
     * Commits what is queued if nothing hinders it, ends the thread, closes the files and gives up the lock. Not on the
     * journal's thread.
     */
    @Override
    public void close() {
        close(false);
    }

    /** Closes the journal and deletes its segments. Not on the journal's thread. */
    public void delete() {
        close(true);
    }

    private synchronized void close(boolean delete) {
        if (closed) {
            return;
        }
        closed = true;
        queue.close();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        try {
            writer.close(!delete);
            if (delete) {
                writer.delete();
            }
        } catch (IOException e) {
            throw new SluiceException(
                    ErrorCode.JOURNAL_FAILED,
                    "journal: " + files.directory() + ": " + FileTrouble.said(e)
                            + " (expected: the journal can be closed)",
                    e);
        } finally {
            files.close();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
