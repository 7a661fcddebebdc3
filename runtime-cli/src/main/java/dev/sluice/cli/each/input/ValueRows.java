package dev.sluice.cli.each.input;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A sequence of rows of values. Confined to one thread. */
interface ValueRows {
    /** Called before the sequence waits for text that is not there yet. */
    interface BeforeWait {
        void run() throws IOException;
    }

    /** Returns the next row; null at the end. */
    @Nullable
    List<byte[]> next() throws IOException;

    /** Returns the names of the values; empty if they have none. Called before the first row is read. */
    default List<byte[]> names() throws IOException {
        return List.of();
    }
}
