package dev.sluice.master.journal;

import org.jspecify.annotations.Nullable;

/**
 * Writes a run's journal on a thread of its own. Entries are committed in the order in which they were added, several
 * at a time. After a failure nothing is committed any more; see {@link JournalListener#failed}.
 */
public final class RunJournal implements AutoCloseable {
    private RunJournal() {}

    /**
     * Begins the journal of a new run with epoch 1 in an empty directory. Takes over {@code files}, also when it
     * throws.
     */
    public static RunJournal create(JournalFiles files, JournalTerms terms, JournalListener listener) {
        throw new UnsupportedOperationException();
    }

    /**
     * Goes on with a recovered journal: cuts its torn tail, then raises the epoch by 1 and forces that to the disk.
     * Takes over the recovered journal's files, also when it throws.
     *
     * @throws dev.sluice.model.SluiceException when the journal cannot be written
     */
    public static RunJournal append(Recovered recovered, JournalTerms terms, JournalListener listener) {
        throw new UnsupportedOperationException();
    }

    /** The epoch of this master, on the disk before the journal is returned. */
    public long epoch() {
        throw new UnsupportedOperationException();
    }

    /**
     * Queues an entry. Any thread; never blocks for the disk. Entries of several threads get their order here. The
     * journal holds a reference of its own to the entry's bytes until they are written.
     *
     * @param committed called on the journal's thread when this entry and all before it are as safe as the level
     *     says; never called after a failure; must not block
     * @return the entry's sequence number, larger by 1 than that of the entry before
     * @throws dev.sluice.model.SluiceException when the entry's record would have 2 GiB or more
     */
    public long add(JournalEntry entry, @Nullable Runnable committed) {
        throw new UnsupportedOperationException();
    }

    /** The last sequence number that is committed, 0 if there is none. Any thread. */
    public long committed() {
        throw new UnsupportedOperationException();
    }

    /**
     * Tells whether the queue is below its limit. Otherwise the master grants no further result. Nothing else stops
     * the queue: it holds at most the limit and the unacknowledged results that workers may have on the way. Any
     * thread.
     */
    public boolean hasRoom() {
        throw new UnsupportedOperationException();
    }

    /** Bytes of the entries that were added since the last checkpoint of this journal. Any thread. */
    public long bytesSinceCheckpoint() {
        throw new UnsupportedOperationException();
    }

    /** Commits what is queued if nothing hinders it, ends the thread, closes the files and gives up the lock. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    /** Closes the journal and deletes its segments. */
    public void delete() {
        throw new UnsupportedOperationException();
    }
}
