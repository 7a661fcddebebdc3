package dev.sluice.app.each.shell;

import java.io.IOException;
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

    private final CrewConfig config;
    private final Path root;
    private final @Nullable Path directory;
    private final DiskRoom room;
    private final CrewProcesses processes;
    private final CommandText text;

    /** All slots by number - 1, and which of them are taken; guarded by this. */
    private final List<CrewSlot> slots = new ArrayList<>();

    private final List<CrewSlot> taken = new ArrayList<>();
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
            Files.createDirectories(directory);
        }
        root = Files.createTempDirectory("sluice-each-").toAbsolutePath();
        room = new DiskRoom(root);
        processes = new CrewProcesses(program, new Guardian(program, root), new CommandWatch(room));
        text = new CommandText(config.shell(), program);
    }

    /** Takes the free slot with the lowest number. Close it after each command. */
    public synchronized CrewSlot slot() throws IOException {
        if (closed) {
            throw new IOException("no command is started any more, because the worker ends");
        }
        for (CrewSlot slot : slots) {
            if (!taken.contains(slot)) {
                taken.add(slot);
                return slot;
            }
        }
        int number = slots.size() + 1;
        SlotFiles files = new SlotFiles(root.resolve("slot-" + number), room);
        CrewSlot slot = new CrewSlot(this, number, files, new SlotShell(processes, files, directory, () -> closed));
        slots.add(slot);
        taken.add(slot);
        return slot;
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
     * Ends all commands, those in the background too, by SIGTERM and after a second by SIGKILL. Threads that wait for a
     * command receive an {@link IOException}.
     */
    @Override
    public void close() throws IOException {
        closed = true;
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
