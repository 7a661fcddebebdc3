package dev.sluice.app.foreign.wire;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection to a child. One thread at a time uses it. An interrupt of this thread closes the stream, and the call
 * ends with {@link java.nio.channels.ClosedByInterruptException}.
 */
public interface ChildStream extends Closeable {
    /** Reads at least one byte; returns -1 at the end of the stream. */
    int read(ByteBuffer into) throws IOException;

    /** Writes all remaining bytes. */
    void write(ByteBuffer from) throws IOException;
}
