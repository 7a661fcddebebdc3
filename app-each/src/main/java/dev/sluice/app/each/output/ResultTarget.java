package dev.sluice.app.each.output;

import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.io.Closeable;
import java.io.IOException;

/** A place on disk that keeps what commands write. Confined to one thread. */
interface ResultTarget extends Closeable {
    /** Writes the outcome; the system has all its bytes when this method returns. */
    void add(Input input, Outcome outcome) throws IOException;

    /** Writes the returned files if they belong into this place, and tells whether they do. */
    default boolean takesReturned(Input input, Outcome outcome) throws IOException {
        return false;
    }
}
