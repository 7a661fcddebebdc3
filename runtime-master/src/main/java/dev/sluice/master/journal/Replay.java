package dev.sluice.master.journal;

import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/** Reads the accepted results of one cycle from the files, one entry at a time. Confined to one thread at a time. */
public final class Replay implements Closeable {
    Replay() {}

    /**
     * Reads the next entry; null at the end. The caller releases its results.
     *
     * @throws dev.sluice.model.SluiceException when a file cannot be read or has changed since the recovery
     */
    public JournalEntry.@Nullable ResultsAccepted next() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
