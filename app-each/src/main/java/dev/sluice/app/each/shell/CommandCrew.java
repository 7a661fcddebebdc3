package dev.sluice.app.each.shell;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of a worker process, several at once. Each slot has a shell that lives as long as the crew and
 * starts one command after the other, because a shell starts a process in a third of the time that the JVM needs.
 *
 * <p>A command reads nothing from the terminal, and belongs to a process group of its slot. Processes that a command
 * leaves in the background run on until the crew is closed or a later command of the slot is ended by force. When the
 * worker process dies, a guardian process ends all commands. Where neither {@code setsid} nor {@code perl} is
 * installed, commands share the process group of the worker, and only their living descendants are ended.
 *
 * <p>Thread-safe.
 */
public final class CommandCrew implements AutoCloseable {
    /** Time for running commands to end after SIGTERM when the crew is closed [ms]. */
    private static final long CLOSE_GRACE_MILLIS = 1_000;

    /** Time after which a system that has refused a shell is asked again [ms]. */
    private static final long REFUSED_MILLIS = 1_000;

    /** Refusals of the only shell, after which its command has no result. */
    private static final int MOST_REFUSALS = 5;

    private final CrewConfig config;
    private final Path root;
    private final @Nullable Path directory;
    private final DiskRoom room;
    private final CrewProcesses processes;
    private final CommandText text;

    /** All slots by number - 1, and which of them are taken; guarded by this. */
    private final List<CrewSlot> slots = new ArrayList<>();

    private final List<CrewSlot> taken = new ArrayList<>();

    /** Slots at a time until {@link #refusedUntilNanos}, because the system has refused a shell for one more. */
    private int most;

    private long refusedUntilNanos = System.nanoTime();
    private volatile boolean closed;

    /**
     * Makes a crew without slots; {@link #slot} adds them.
     *
     * @throws IOException if the directory of the commands or a temporary directory cannot be made
     */
    public CommandCrew(CrewConfig config) throws IOException {
        this(config, ShellProgram.find());
    }

    CommandCrew(CrewConfig config, ShellProgram program) throws IOException {
        this.config = config;
        directory = config.directory() instanceof WorkingDirectory.Given given
                ? given.path().toAbsolutePath()
                : null;
        if (directory != null) {
            make(directory);
        }
        root = Files.createTempDirectory(Path.of(System.getProperty("java.io.tmpdir")), "sluice-each-")
                .toAbsolutePath();
        room = new DiskRoom(root);
        processes = new CrewProcesses(program.nice(config.nice()), new Guardian(program, root), new CommandWatch(room));
        text = new CommandText(config.shell(), program);
    }

    private static void make(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
            if (!Files.isExecutable(directory)) {
                throw new AccessDeniedException(directory.toString());
            }
        } catch (IOException refused) {
            String why = refused instanceof FileAlreadyExistsException
                    ? "no directory has this name"
                    : refused instanceof AccessDeniedException
                            ? "permission denied"
                            : refused instanceof FileSystemException known && known.getReason() != null
                                    ? known.getReason()
                                    : "it cannot be made";
            throw new IOException("--workdir: " + directory + ": " + why + " (expected: a directory)", refused);
        }
    }

    /**
     * Takes the free slot with the lowest number. Where the system has no descriptors or processes for the shell of
     * another slot, waits for a slot that has one. Close the slot after each command.
     */
    public CrewSlot slot() throws IOException, InterruptedException {
        for (int refusals = 1; ; refusals++) {
            CrewSlot slot = take();
            try {
                slot.shell().ready();
                return slot;
            } catch (IOException | OutOfMemoryError refused) {
                giveBack(slot);
                if (!OwnLimits.isRefusal(refused) || !limit() && refusals >= MOST_REFUSALS) {
                    throw refused;
                }
            }
        }
    }

    private synchronized CrewSlot take() throws IOException, InterruptedException {
        while (true) {
            if (closed) {
                throw new IOException("no command is started any more, because the worker ends");
            }
            CrewSlot free = free();
            long refusedNanos = refusedUntilNanos - System.nanoTime();
            if (refusedNanos <= 0
                    || taken.size() < most
                    || free != null && free.shell().isReady()) {
                CrewSlot slot = free == null ? added() : free;
                taken.add(slot);
                return slot;
            }
            wait(TimeUnit.NANOSECONDS.toMillis(refusedNanos) + 1);
        }
    }

    /** The first slot that is not taken, one that has a shell before those that have none; null: all are taken. */
    private @Nullable CrewSlot free() {
        CrewSlot first = null;
        for (CrewSlot slot : slots) {
            if (!taken.contains(slot)) {
                if (slot.shell().isReady()) {
                    return slot;
                }
                first = first == null ? slot : first;
            }
        }
        return first;
    }

    private CrewSlot added() throws IOException {
        int number = slots.size() + 1;
        SlotFiles files = new SlotFiles(root.resolve("slot-" + number), room);
        CrewSlot slot = new CrewSlot(this, number, files, new SlotShell(processes, files, directory, () -> closed));
        slots.add(slot);
        return slot;
    }

    /** Makes do with the slots that run commands now; returns whether there are any. */
    private synchronized boolean limit() {
        most = taken.size();
        refusedUntilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(REFUSED_MILLIS);
        return most > 0;
    }

    synchronized void giveBack(CrewSlot slot) {
        taken.remove(slot);
        notifyAll();
    }

    CrewConfig config() {
        return config;
    }

    CommandText text() {
        return text;
    }

    String helperShell() {
        return processes.program().shell();
    }

    /** The given directory; null: none is given. */
    @Nullable
    Path directory() {
        return directory;
    }

    /**
     * Ends all commands by SIGTERM and after a second by SIGKILL, with all that they have started. What commands left
     * that have ended stays. Threads that wait for a command receive an {@link IOException}.
     */
    @Override
    public void close() throws IOException {
        closed = true;
        giveUpWaiting();
        List<CrewSlot> all = all();
        for (CrewSlot slot : all) {
            HelperShell helper = slot.shell().helper();
            if (helper != null) {
                helper.terminate();
            }
        }
        awaitSlots();
        for (CrewSlot slot : all) {
            HelperShell helper = slot.shell().helper();
            if (helper != null) {
                helper.kill();
            }
        }
        processes.watch().close();
        room.close();
        processes.guardian().close();
    }

    private synchronized void giveUpWaiting() {
        notifyAll();
    }

    private synchronized List<CrewSlot> all() {
        return List.copyOf(slots);
    }

    private synchronized void awaitSlots() {
        long untilNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_GRACE_MILLIS);
        boolean interrupted = false;
        long left = CLOSE_GRACE_MILLIS;
        while (!taken.isEmpty() && left > 0 && !interrupted) {
            try {
                wait(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            left = TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
