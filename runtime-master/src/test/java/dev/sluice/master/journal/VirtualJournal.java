package dev.sluice.master.journal;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.net.session.Cancellable;
import dev.sluice.net.virtual.VirtualLoop;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A journal in virtual time, on a disk in memory: the loop takes the steps of the journal's thread. */
public final class VirtualJournal extends RunJournal {
    private static final int SEGMENT_BYTES = 1 << 16;
    private static final int GATHER_BYTES = 1 << 12;

    /** A disk, which outlives the masters that write to it, and may be full for a while. */
    public static final class Disk {
        private final MemoryFiles files = new MemoryFiles();

        public void full(boolean isFull) {
            files.full = isFull;
        }

        /** The journal that earlier masters have left. */
        public Recovered read(RunId run) {
            return Recovered.read(files, run);
        }
    }

    /** A journal that ends with an error ends the run; on this disk nothing but its master's death ends it. */
    private static final FailureListener NOBODY = failure -> {
        if (failure.code() != ErrorCode.CONNECTION_LOST) {
            throw new AssertionError(failure);
        }
    };

    private final VirtualLoop loop;
    private final JournalWriter writer;
    private @Nullable Cancellable next;
    private boolean dead;

    private VirtualJournal(VirtualLoop loop, MemoryFiles files, JournalTerms terms, JournalWriter writer, long epoch) {
        super(files, terms, writer, epoch);
        this.loop = loop;
        this.writer = writer;
        raise(writer, files, epoch);
    }

    private static JournalTerms terms(RunId run, long gatherNanos) {
        return new JournalTerms(run, JournalLevel.SYNC, SEGMENT_BYTES, gatherNanos, GATHER_BYTES, 64L << 20);
    }

    /** The journal of a new run. */
    public static VirtualJournal begun(VirtualLoop loop, Disk disk, RunId run, long gatherNanos) {
        JournalTerms terms = terms(run, gatherNanos);
        JournalWriter writer = new JournalWriter(disk.files, terms, NOBODY, JournalTail.empty(), 1);
        return new VirtualJournal(loop, disk.files, terms, writer, 1);
    }

    /** The journal of the next master. */
    public static VirtualJournal resumed(VirtualLoop loop, Disk disk, Recovered recovered, long gatherNanos) {
        JournalTerms terms = terms(recovered.run(), gatherNanos);
        try {
            long epoch = recovered.epoch() + 1;
            JournalWriter writer = new JournalWriter(disk.files, terms, NOBODY, recovered.cut(), epoch);
            return new VirtualJournal(loop, disk.files, terms, writer, epoch);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public long add(JournalEntry entry, @Nullable Runnable committed) {
        long sequence = super.add(entry, committed);
        stepAfter(0);
        return sequence;
    }

    private void stepAfter(long nanos) {
        if (next != null) {
            next.cancel();
        }
        next = loop.schedule(nanos, this::step);
    }

    private void step() {
        next = null;
        long wait = 0;
        while (wait == 0 && !dead) {
            wait = writer.step(loop.nanoTime());
        }
        if (!dead && wait != JournalQueue.FOREVER && wait != JournalWriter.DONE) {
            stepAfter(wait);
        }
    }

    /** The process of the master dies: nothing is committed any more. */
    public void die() {
        dead = true;
        writer.queue().close();
        writer.fail(new SluiceException(ErrorCode.CONNECTION_LOST, "the process died"));
    }

    @Override
    public void close() {
        writer.queue().close();
        long wait = 0;
        while (wait != JournalWriter.DONE) {
            wait = writer.step(loop.nanoTime());
        }
        super.close();
    }
}
