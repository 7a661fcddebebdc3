package dev.sluice.api;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes files that are there as a whole or not at all: whoever reads one sees the content of before or all of the new.
 * Any thread.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Writes what the file is to contain. */
    @FunctionalInterface
    public interface Content {
        /** @param out is buffered, and closed by the caller */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Writes a file, or replaces one in one step. A symbolic link stays, and the file is written to which it leads. A
     * device or a pipe, such as {@code /dev/null}, is written to and never replaced.
     *
     * @param file in a directory that exists
     * @throws IOException if the content cannot be made or written; the file is as before, and nothing lies beside it
     */
    public static void write(Path file, Content content) throws IOException {
        if (Files.exists(file) ? !Files.isRegularFile(file) : Files.isSymbolicLink(file)) {
            stream(file, content, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
            return;
        }
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path part = target.resolveSibling(
                ".sluice-" + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ".part");
        try {
            stream(part, content, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static void stream(Path to, Content content, StandardOpenOption... how) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to, how), 1 << 16)) {
            content.writeTo(out);
        }
    }
}
