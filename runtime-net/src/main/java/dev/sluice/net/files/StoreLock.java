package dev.sluice.net.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A lock file, held by this process: shared by those that use an entry of the cache, or exclusive by the one that makes
 * it. The system releases it when the process dies. Because closing any channel of a file releases all locks of the
 * process on it, a process opens each file once and counts its holders. Any thread.
 */
final class StoreLock implements AutoCloseable {
    private static final Map<Path, Held> HELD = new HashMap<>();
    private static final ReentrantLock BRIEF = new ReentrantLock();

    private final Path path;
    private boolean open = true;

    /** One open lock file. Its state is guarded by {@link #HELD}. */
    private static final class Held {
        private final FileChannel channel;
        private final boolean shared;
        private final boolean real;
        private int holders = 1;

        Held(FileChannel channel, boolean shared, boolean real) {
            this.channel = channel;
            this.shared = shared;
            this.real = real;
        }
    }

    private StoreLock(Path path) {
        this.path = path;
    }

    /** Takes the lock, or returns null if another holder excludes it. Called inside {@link #briefly}. */
    static @Nullable StoreLock take(Path path, boolean shared) throws IOException {
        synchronized (HELD) {
            Held held = HELD.get(path);
            if (held != null) {
                if (!shared || !held.shared) {
                    return null;
                }
                held.holders++;
                return new StoreLock(path);
            }
            FileChannel channel = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            boolean real = true;
            try {
                if (channel.tryLock(0, Long.MAX_VALUE, shared) == null) {
                    channel.close();
                    return null;
                }
            } catch (IOException unsupported) {
                real = false; // a file system without locks excludes nobody in other processes
            }
            HELD.put(path, new Held(channel, shared, real));
            return new StoreLock(path);
        }
    }

    /** Tells whether nobody uses what this path locks, and nobody can begin to. Called inside {@link #briefly}. */
    static boolean isFree(Path path) throws IOException {
        StoreLock lock = take(path, false);
        if (lock == null) {
            return false;
        }
        try {
            synchronized (HELD) {
                Held held = HELD.get(path);
                return held != null && held.real;
            }
        } finally {
            lock.close();
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            Held held = HELD.get(path);
            if (!open || held == null) {
                return;
            }
            open = false;
            if (--held.holders == 0) {
                HELD.remove(path);
                held.channel.close();
            }
        }
    }

    /** A step of a few milliseconds. */
    interface Step<T> {
        T run() throws IOException;
    }

    /** Runs a step while no other process or thread runs one with the same file. */
    static <T> T briefly(Path path, Step<T> step) throws IOException {
        BRIEF.lock();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            try {
                channel.lock();
            } catch (IOException unsupported) {
                return step.run(); // threads of this process still exclude each other
            }
            return step.run();
        } finally {
            BRIEF.unlock();
        }
    }
}
