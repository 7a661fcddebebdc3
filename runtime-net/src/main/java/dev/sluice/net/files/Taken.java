package dev.sluice.net.files;

import dev.sluice.net.message.FileInfo;
import java.io.IOException;
import java.nio.file.Path;

/** The answer of a {@link FileStore} to the question for a file. */
public sealed interface Taken {
    /**
     * The file is here and its content is right.
     *
     * @param path of the file, or of the directory that the archive was unpacked to
     * @param pin keeps the file in the cache until it is closed
     */
    record Here(Path path, Pin pin) implements Taken {}

    /** The file is not here, and nobody else fetches it. */
    record Mine(Claim claim) implements Taken {}

    /** Another process of this host fetches or unpacks it. */
    record Busy() implements Taken {}

    /** Keeps an entry from being removed. */
    interface Pin extends AutoCloseable {
        Pin NONE = () -> {};

        @Override
        void close() throws IOException;
    }

    /**
     * The right to fetch a file, until it is published or closed.
     *
     * @param target the partial file, which stays when the claim is closed, so that the next holder resumes it
     * @param mostBytes bound of the cache [bytes]
     */
    record Claim(FileInfo file, Download.Target target, long mostBytes, StoreLock lock) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            lock.close();
        }
    }
}
