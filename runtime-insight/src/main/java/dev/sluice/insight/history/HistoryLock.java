package dev.sluice.insight.history;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Excludes other processes while one moves the database or changes the plain file. The lock file is never deleted. */
final class HistoryLock implements AutoCloseable {
    private static final long ATTEMPT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final FileChannel channel;
    private final FileLock lock;

    private HistoryLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** Waits for other processes with a timeout; empty after the timeout. */
    static Optional<HistoryLock> take(Path file, long waitMillis) throws IOException {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            while (true) {
                FileLock lock = attempt(channel);
                if (lock != null) {
                    return Optional.of(new HistoryLock(channel, lock));
                }
                if (System.nanoTime() > untilNanos) {
                    channel.close();
                    return Optional.empty();
                }
                LockSupport.parkNanos(ATTEMPT_NANOS);
            }
        } catch (IOException noLocks) {
            channel.close();
            throw noLocks;
        }
    }

    private static @Nullable FileLock attempt(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException ofThisProcess) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        try (channel) {
            lock.release();
        }
    }
}
