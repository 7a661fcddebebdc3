package dev.sluice.master.journal;

import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Path;

/** Hears of troubles with a journal. Called on the journal's thread; must not block. */
public interface JournalListener {
    /** The disk is full: nothing is committed until there is space. The journal tries again each second. */
    void full(Path file, IOException cause);

    /** The disk has space again, and what had waited is committed. */
    void spaceAgain(Path file);

    /** Nothing is committed any more, whatever happens. What was committed before stays readable. */
    void failed(SluiceException failure);
}
