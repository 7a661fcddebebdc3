package dev.sluice.app.each.shell;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Samples running commands: their memory, the size of their output, and the room for it. One thread does so for all
 * slots; it waits while no command runs. Thread-safe.
 */
final class CommandWatch implements AutoCloseable {
    private static final long PERIOD_NANOS = 200_000_000L;
    /** Between two looks at a disk with little room [ns]. */
    private static final long SCARCE_PERIOD_NANOS = 10_000_000L;

    /** Rounds without a command before the thread waits for one: waking it for each short command would cost more. */
    private static final int IDLE_ROUNDS = 10;

    /** A running command. All fields but the constants are guarded by the lock of the watch. */
    static final class Running {
        final HelperShell helper;
        final Path output;
        final Path error;
        final CommandLimits limits;
        private long peakBytes;

        Running(HelperShell helper, Path output, Path error, CommandLimits limits) {
            this.helper = helper;
            this.output = output;
            this.error = error;
            this.limits = limits;
        }

        private void sample() {
            ProcessMemory memory = ProcessMemory.ofDescendants(helper.pid());
            peakBytes = Math.max(peakBytes, memory.peakBytes());
            if (limits.mostMemoryBytes() > 0 && memory.residentBytes() > limits.mostMemoryBytes()) {
                helper.add(HelperShell.TOO_MUCH_MEMORY);
            }
            long most = limits.mostOutputBytes();
            if (most > 0 && (output.toFile().length() > most || error.toFile().length() > most)) {
                helper.add(HelperShell.TOO_MUCH_OUTPUT);
            }
        }
    }

    private final DiskRoom room;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Running> all = new ArrayList<>();
    private final Thread thread;
    private boolean waiting;
    private boolean closed;

    CommandWatch(DiskRoom room) {
        this.room = room;
        thread = new Thread(this::loop, "sluice-each-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** Begins to sample a command. */
    void add(Running running) {
        lock.lock();
        try {
            all.add(running);
            if (waiting) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends sampling a command, so that its helper receives no event any more; returns its peak memory [bytes]. */
    long remove(Running running) {
        lock.lock();
        try {
            all.remove(running);
            return running.peakBytes;
        } finally {
            lock.unlock();
        }
    }

    private void loop() {
        lock.lock();
        try {
            int idle = 0;
            while (!closed) {
                waiting = idle >= IDLE_ROUNDS && all.isEmpty();
                if (waiting) {
                    changed.awaitUninterruptibly();
                    waiting = false;
                }
                idle = all.isEmpty() ? idle + 1 : 0;
                all.forEach(Running::sample);
                pause(awaitedNanos());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks for room as long as a command runs; returns the time until the next look [ns]. */
    private long awaitedNanos() {
        return !all.isEmpty() && !room.isFull() && room.isScarce() ? SCARCE_PERIOD_NANOS : PERIOD_NANOS;
    }

    private void pause(long nanos) {
        try {
            long left = nanos;
            while (left > 0 && !closed) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
