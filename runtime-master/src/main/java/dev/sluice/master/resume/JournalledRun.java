package dev.sluice.master.resume;

import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.master.journal.WorthKeeping;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a run as its master uses it. Entries are named by positions, from 1: the n-th entry of this process
 * has position n. The journal is opened by a thread of its own, at the latest when the first entry is added, the
 * beginning of the first cycle; until then entries wait in memory. Any thread.
 */
public final class JournalledRun {
    /** A run without a journal: whatever is added is committed at once. */
    public static final JournalledRun NONE = new JournalledRun(null, null, null, false, failure -> {});

    /** Opens the journal of a new run; blocks for the disk. */
    @FunctionalInterface
    public interface Opening {
        RunJournal open() throws IOException;
    }

    /** Pause between two looks at what is committed [ns]. */
    private static final long LOOK_NANOS = 50_000;

    private final @Nullable Opening opening;
    private final @Nullable Recovered recovered;
    private final Map<Integer, Recovered.Cycle> cycles = new HashMap<>();
    private final boolean outlived;
    /** True if the user vouches for results of other setups. Set before the first cycle. */
    private volatile boolean vouched;

    private final Consumer<SluiceException> failed;
    private final Object lock = new Object();
    /** Entries that were added before the journal was open. Guarded by the lock. */
    private final List<JournalEntry> waiting = new ArrayList<>();
    /** Entries added so far. Guarded by the lock. */
    private long added;
    /** Sequence number of position 0 in the journal. Written before {@link #journal}. */
    private volatile long base;

    private volatile @Nullable RunJournal journal;
    private volatile Runnable committed = () -> {};
    private @Nullable Thread opener; // guarded by the lock
    private volatile boolean closed;

    /** Set before the start. */
    private Runnable pause = () -> LockSupport.parkNanos(this, LOOK_NANOS);

    /** Set before the start. */
    private WorthKeeping worth = WorthKeeping.ALL;

    /** The last cycle of which results were not worth it. */
    private volatile int leftOut = -1;

    /** The open cycle, all of whose results are kept; -1 for none. */
    private volatile int whole = -1;

    /** Units whose results were added. Guarded by the lock. */
    private long safeUnits;

    /** True once an entry was waited for. */
    private volatile boolean begun;

    private JournalledRun(
            @Nullable Opening opening,
            @Nullable RunJournal journal,
            @Nullable Recovered recovered,
            boolean outlived,
            Consumer<SluiceException> failed) {
        this.outlived = outlived;
        this.opening = opening;
        this.journal = journal;
        this.recovered = recovered;
        this.failed = failed;
        if (recovered != null) {
            for (Recovered.Cycle cycle : recovered.cycles()) {
                cycles.put(cycle.cycle(), cycle);
                safeUnits += cycle.known().size();
            }
        }
        if (journal != null) {
            this.base = Long.MIN_VALUE; // set by the first entry
        }
    }

    /**
     * A new run.
     *
     * @param outlived whether workers may outlive this master
     * @param failed called once, on any thread, if the journal cannot be opened
     */
    public static JournalledRun begun(Opening opening, boolean outlived, Consumer<SluiceException> failed) {
        return new JournalledRun(opening, null, null, outlived, failed);
    }

    /** A run that goes on. */
    public static JournalledRun resumed(RunJournal journal, Recovered recovered, boolean outlived) {
        return new JournalledRun(null, journal, recovered, outlived, failure -> {});
    }

    /** Tells whether there is a journal. */
    public boolean isOn() {
        return opening != null || journal != null;
    }

    /** Tells whether workers may outlive a master of the run. */
    public boolean isOutlived() {
        return outlived;
    }

    /** Accepts changed setups, because the user vouches for the results so far; returns this. */
    public JournalledRun vouched() {
        vouched = true;
        return this;
    }

    public boolean isVouched() {
        return vouched;
    }

    /** Opens the journal now instead of with the first entry; blocks for the disk. */
    public void open() {
        Opening how = opening;
        if (how != null) {
            try {
                opened(how.open());
            } catch (IOException e) {
                throw unusable(e);
            }
        }
    }

    /** Opens the journal by a thread of its own, if it is not open and the run is not over. */
    public void openSoon() {
        synchronized (lock) {
            if (opening != null && journal == null && !closed) {
                openLater();
            }
        }
    }

    /** Runs on the journal's thread after entries were committed. Set before the first entry. */
    public void whenCommitted(Runnable task) {
        committed = task;
    }

    /** Pauses in this way between two looks at what is committed. Call before the start. */
    public void pauseBy(Runnable how) {
        pause = how;
    }

    /** Leaves out results that are not worth it. Call before the start. */
    public void keep(WorthKeeping those) {
        worth = those;
    }

    /** Keeps all results of this cycle, because the order in which they are accepted decides what its units are. */
    public void keepAll(int cycle) {
        whole = cycle;
    }

    /** Tells whether no result of this cycle, which ends, was left out. */
    public boolean hasAll(int cycle) {
        return leftOut != cycle;
    }

    /**
     * Adds results that the master accepts, if they are worth it; returns the position that is committed before they
     * are acknowledged.
     */
    public long addIfWorth(JournalEntry.ResultsAccepted results) {
        if (results.cycle() == whole
                || worth.keeps(results.runs(), results.results().size())) {
            return add(results);
        }
        leftOut = results.cycle();
        return position();
    }

    /** Units whose results this master and those before it have added. */
    public long safeUnits() {
        synchronized (lock) {
            return safeUnits;
        }
    }

    /** Adds an entry; returns its position, 0 without a journal. */
    public long add(JournalEntry entry) {
        if (!isOn()) {
            return 0;
        }
        synchronized (lock) {
            added++;
            if (entry instanceof JournalEntry.ResultsAccepted results) {
                safeUnits += results.units().size();
            } else if (entry instanceof JournalEntry.ResultsVoided voided) {
                safeUnits -= voided.units().size();
            }
            RunJournal open = journal;
            if (open != null) {
                base = open.add(entry, () -> committed.run()) - added;
            } else if (!closed) {
                retain(entry);
                waiting.add(entry);
                openLater();
            }
            return added;
        }
    }

    /** Position of the last entry, 0 if there is none. */
    public long position() {
        synchronized (lock) {
            return added;
        }
    }

    /** The sequence number in the journal of the entry at this position, which is committed. */
    public long sequence(long position) {
        return base + position;
    }

    /** Tells whether the entry at this position, and all before it, are as safe as the level says. */
    public boolean isCommitted(long position) {
        RunJournal open = journal;
        return position == 0 || open != null && base != Long.MIN_VALUE && open.committed() - base >= position;
    }

    /**
     * Waits until the entry at this position is committed, if it is the first to be waited for or workers may outlive
     * this master. No result is accepted before the journal has begun.
     *
     * @param over tells whether to wait no longer
     */
    public void await(long position, BooleanSupplier over) {
        while ((outlived || !begun) && !isCommitted(position) && !closed && !over.getAsBoolean()) {
            pause.run();
        }
        begun = true;
    }

    /** Tells whether the journal keeps up with the results that arrive. */
    public boolean hasRoom() {
        RunJournal open = journal;
        return open == null || open.hasRoom();
    }

    /** Bytes of entries since the last checkpoint of this process; 0 while the journal is not open. */
    public long bytesSinceCheckpoint() {
        RunJournal open = journal;
        return open == null ? 0 : open.bytesSinceCheckpoint();
    }

    // ---- what earlier masters have left

    /** The journal of the masters before this one; empty in a new run. */
    public Optional<Recovered> recovered() {
        return Optional.ofNullable(recovered);
    }

    /** A cycle that a master before this one had begun; null if none had. */
    public Recovered.@Nullable Cycle earlier(int cycle) {
        return cycles.get(cycle);
    }

    // ---- the end

    /** Commits what was added and closes the journal, which stays for another master. Blocks for the disk. */
    public void close() {
        RunJournal open = settle();
        if (open != null) {
            open.close();
        }
    }

    /** Closes the journal and deletes it, because the run is complete. Blocks for the disk. */
    public void delete() {
        RunJournal open = settle();
        if (open != null) {
            open.delete();
        }
    }

    private @Nullable RunJournal settle() {
        Thread begun;
        synchronized (lock) {
            closed = true;
            begun = opener;
        }
        if (begun != null) {
            try {
                begun.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return journal;
    }

    // ---- opening

    private void openLater() {
        if (opener == null) {
            Thread thread = new Thread(this::openNow, "sluice-journal-open");
            thread.setDaemon(true);
            opener = thread;
            thread.start();
        }
    }

    private void openNow() {
        Opening how = opening;
        if (how == null) {
            return;
        }
        try {
            opened(how.open());
        } catch (IOException e) {
            abandon(unusable(e));
        } catch (SluiceException e) {
            abandon(e);
        }
    }

    private void opened(RunJournal open) {
        synchronized (lock) {
            long position = added - waiting.size();
            for (JournalEntry entry : waiting) {
                base = open.add(entry, () -> committed.run()) - ++position;
                release(entry);
            }
            if (waiting.isEmpty()) {
                base = Long.MIN_VALUE;
            }
            waiting.clear();
            journal = open;
        }
    }

    private void abandon(SluiceException failure) {
        failed.accept(failure); // first: whoever waits for an entry goes on after the end of the run
        synchronized (lock) {
            closed = true;
            waiting.forEach(JournalledRun::release);
            waiting.clear();
        }
    }

    private static SluiceException unusable(IOException e) {
        return new SluiceException(
                FileTrouble.ofWriting(e), "journal: " + FileTrouble.words(e) + "; --journal none does without", e);
    }

    private static void retain(JournalEntry entry) {
        if (entry instanceof JournalEntry.ResultsAccepted results) {
            results.results().retain();
        }
    }

    private static void release(JournalEntry entry) {
        if (entry instanceof JournalEntry.ResultsAccepted results) {
            results.results().release();
        }
    }
}
