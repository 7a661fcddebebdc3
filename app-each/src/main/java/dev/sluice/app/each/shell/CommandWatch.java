package dev.sluice.app.each.shell;

import dev.sluice.api.language.MemoryKills;
import dev.sluice.api.language.ProcessMemory;
import dev.sluice.api.unit.MemoryShares;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Samples running commands: their memory, the size of their output, and the room for it. One thread does so for all
 * slots; it waits while no command runs. Thread-safe.
 */
final class CommandWatch implements AutoCloseable {
    private static final long PERIOD_NANOS = 200_000_000L;
    /** Between two looks at a disk with little room, and at young commands [ns]. */
    private static final long SHORT_PERIOD_NANOS = 10_000_000L;

    /** Rounds without a command before the thread waits for one: waking it for each short command would cost more. */
    private static final int IDLE_ROUNDS = 10;

    /**
     * The samples of a command.
     *
     * @param peakBytes largest memory [bytes]; 0: it ended before the first sample
     * @param killsBefore kills by the system, counted when it began
     */
    record Samples(long peakBytes, long killsBefore) {}

    /** A running command. All fields but the constants are guarded by the lock of the watch. */
    static final class Running {
        final HelperShell helper;
        final Path output;
        final Path error;
        final CommandLimits limits;
        private final MemoryShares.@Nullable Share share;
        private long peakBytes;
        private long killsBefore;
        /** Time between the next samples, and the time of the next one [ns]. */
        private long periodNanos = SHORT_PERIOD_NANOS;

        private long dueNanos;

        Running(HelperShell helper, Path output, Path error, CommandLimits limits, MemoryShares.@Nullable Share share) {
            this.share = share;
            this.helper = helper;
            this.output = output;
            this.error = error;
            this.limits = limits;
        }

        private boolean isYoung() {
            return periodNanos < PERIOD_NANOS;
        }

        private void sampleIfDue(long nowNanos) {
            if (nowNanos >= dueNanos) {
                sample();
                periodNanos = Math.min(PERIOD_NANOS, 2 * periodNanos);
                dueNanos = nowNanos + periodNanos;
            }
        }

        private void sample() {
            ProcessMemory memory = ProcessMemory.ofDescendants(helper.pid());
            peakBytes = Math.max(peakBytes, memory.peakBytes());
            if (limits.mostMemoryBytes() > 0 && memory.residentBytes() > limits.mostMemoryBytes()) {
                helper.add(HelperShell.TOO_MUCH_MEMORY);
            }
            if (share != null) {
                share.uses(memory.residentBytes());
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
    private final MemoryKills kills = MemoryKills.HERE;
    /** Kills as counted latest, and when [ns]. */
    private long killed = kills.count();

    private long countedNanos = System.nanoTime();
    private boolean waiting;
    /** True while the thread pauses for long, which a new command ends. */
    private boolean lazy;

    private boolean added;
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
            running.dueNanos = System.nanoTime() + SHORT_PERIOD_NANOS;
            running.killsBefore = killed;
            all.add(running);
            added = true;
            if (waiting || lazy) {
                changed.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends sampling a command, so that its helper receives no event any more. */
    Samples remove(Running running) {
        lock.lock();
        try {
            all.remove(running);
            return new Samples(running.peakBytes, running.killsBefore);
        } finally {
            lock.unlock();
        }
    }

    /** Tells whether the system has killed a process for want of memory since these samples began. */
    boolean claimsKill(Samples since) {
        return kills.claim(since.killsBefore);
    }

    /** Counts kills before commands that begin later; after a wait, also for those that have just begun. */
    private void countKills(long nowNanos, boolean afterWait) {
        if (afterWait || nowNanos - countedNanos >= PERIOD_NANOS) {
            killed = kills.count();
            countedNanos = nowNanos;
        }
        if (afterWait) {
            all.forEach(running -> running.killsBefore = killed);
        }
    }

    private void loop() {
        lock.lock();
        try {
            int idle = 0;
            while (!closed) {
                waiting = idle >= IDLE_ROUNDS && all.isEmpty();
                boolean waited = waiting;
                if (waiting) {
                    changed.awaitUninterruptibly();
                    waiting = false;
                }
                idle = all.isEmpty() ? idle + 1 : 0;
                long now = System.nanoTime();
                countKills(now, waited);
                all.forEach(running -> running.sampleIfDue(now));
                long awaited = awaitedNanos();
                lazy = awaited > SHORT_PERIOD_NANOS;
                added = false;
                pause(awaited);
                lazy = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Looks for room as long as a command runs; returns the time until the next look [ns]. */
    private long awaitedNanos() {
        boolean scarce = !all.isEmpty() && !room.isFull() && room.isScarce();
        return scarce || added || all.stream().anyMatch(Running::isYoung) ? SHORT_PERIOD_NANOS : PERIOD_NANOS;
    }

    private void pause(long nanos) {
        try {
            long left = nanos;
            while (left > 0 && !closed && !(lazy && added)) {
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
