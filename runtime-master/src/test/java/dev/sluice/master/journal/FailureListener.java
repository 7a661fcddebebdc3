package dev.sluice.master.journal;

import java.io.IOException;
import java.nio.file.Path;

/** Hears only that a journal has failed. */
@FunctionalInterface
public interface FailureListener extends JournalListener {
    @Override
    default void full(Path file, IOException cause) {}

    @Override
    default void spaceAgain(Path file) {}
}
