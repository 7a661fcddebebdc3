package dev.sluice.worker.isolation;

import dev.sluice.net.child.ChildFormat;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A request of the worker to the process of a unit. */
sealed interface HostRequest {
    /** @param resultFile the file for large results */
    record Application(Path resultFile, ChildFormat.Load load) implements HostRequest {}

    record Setup(byte[] bytes) implements HostRequest {}

    record Unit(long runSeed, int cycle, long index, byte[] bytes) implements HostRequest {}

    record End() implements HostRequest {}

    /**
     * Reads the next request; null if the worker is gone.
     *
     * @throws IOException if the bytes are no request, or end within one
     */
    static @Nullable HostRequest read(DataInputStream in) throws IOException {
        int kind = in.read();
        return switch (kind) {
            case -1 -> null;
            case ChildWire.APPLICATION -> new Application(path(ChildFormat.readText(in)), ChildFormat.readLoad(in));
            case ChildWire.SETUP -> new Setup(ChildFormat.readBytes(in));
            case ChildWire.UNIT -> new Unit(in.readLong(), in.readInt(), in.readLong(), ChildFormat.readBytes(in));
            case ChildWire.END -> new End();
            default -> throw new IOException("kind " + kind + " (expected: one that a worker sends)");
        };
    }

    private static Path path(String text) throws IOException {
        try {
            return Path.of(text);
        } catch (InvalidPathException wrong) {
            throw new IOException("a path that is none", wrong);
        }
    }
}
