package dev.sluice.app.each.shell;

import dev.sluice.api.language.UserLocale;
import dev.sluice.api.unit.PinnedProcessors;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A shell that starts the commands of one slot, one at a time. It reads requests from a pipe, and reports the exit
 * status of each. A process group of its own holds it and all it starts. Requests come from one thread at a time; the
 * watch of the commands may add events.
 */
final class HelperShell implements Closeable {
    /** The shell has ended. */
    static final int ENDED = -1;

    /** The command has written more than it may. */
    static final int TOO_MUCH_OUTPUT = -2;

    /** The command has used more memory than it may. */
    static final int TOO_MUCH_MEMORY = -3;

    /** Handlers, unlike ignored signals, are not inherited by commands. */
    private static final String TRAPS = "trap : HUP INT QUIT TERM\n";

    /** Gives commands the limit of open files that this process began with, before Java raised it. */
    private static final String LIMITS = limits(
            System.getProperty("sluice.nofile", Long.toString(OwnLimits.openFilesBefore())),
            OwnLimits.soft("Max open files"));

    private static final int ENDING_SECONDS = 2;

    /** Descriptors that must be left for files of this process, and that each start of a shell takes for a moment. */
    private static final int FILES_OWN = 6;

    private static final int FILES_OF_START = 8;
    private static final AtomicInteger STARTING = new AtomicInteger();

    private final Guardian guardian;
    private final Process process;
    private final boolean leadsGroup;

    /** The processes of the command; null if there is none. */
    private volatile @Nullable CommandFamily running;

    /** Exit statuses, and the events above. */
    private final BlockingQueue<Integer> events = new LinkedBlockingQueue<>();

    static String limits(String before, long now) {
        boolean lower = before.matches("[0-9]{1,18}") && Long.parseLong(before) < now;
        return lower ? "ulimit -S -n " + before + "\n" : "";
    }

    private HelperShell(Guardian guardian, Process process, boolean leadsGroup) {
        this.guardian = guardian;
        this.process = process;
        this.leadsGroup = leadsGroup;
    }

    /**
     * Starts a shell.
     *
     * @param directory of its commands; null: that of this process
     * @param notes file for what the shell itself says
     */
    static HelperShell start(ShellProgram program, Guardian guardian, @Nullable Path directory, Path notes)
            throws IOException {
        try {
            if (OwnLimits.freeFiles() < FILES_OWN + (long) FILES_OF_START * STARTING.incrementAndGet()) {
                throw new IOException("no shell for one more command: Too many open files (expected: a higher limit, "
                        + "ulimit -n, or fewer --jobs)");
            }
            return started(program, guardian, directory, notes);
        } finally {
            STARTING.decrementAndGet();
        }
    }

    private static HelperShell started(ShellProgram program, Guardian guardian, @Nullable Path directory, Path notes)
            throws IOException {
        PinnedProcessors processors = PinnedProcessors.claim();
        List<String> command = new ArrayList<>(processors.prefix());
        command.addAll(program.command());
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(notes.toFile()));
        UserLocale.restore(builder.environment());
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        HelperShell helper = new HelperShell(guardian, start(builder, processors), program.leadsGroup());
        try {
            if (helper.leadsGroup) {
                guardian.add(helper.pid());
            }
            Thread reader = new Thread(helper::read, "sluice-each-" + helper.pid());
            reader.setDaemon(true);
            reader.start();
            helper.write((LIMITS + TRAPS).getBytes(StandardCharsets.US_ASCII));
            return helper;
        } catch (IOException | OutOfMemoryError refused) {
            helper.kill();
            throw refused;
        }
    }

    private static Process start(ProcessBuilder builder, PinnedProcessors processors) throws IOException {
        try {
            Process started = builder.start();
            started.onExit().thenRun(processors::close);
            return started;
        } catch (IOException | OutOfMemoryError refused) {
            processors.close();
            throw refused;
        }
    }

    private void read() {
        try (BufferedReader reports =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = reports.readLine(); line != null; line = reports.readLine()) {
                events.add(Integer.parseInt(line));
            }
        } catch (IOException | NumberFormatException e) {
            process.destroyForcibly();
        } finally {
            events.add(ENDED);
        }
    }

    /** Process id of the shell, and id of its process group. */
    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Sends a command to a shell that has none.
     *
     * @param mark variables of the command, which no other one has together
     */
    void request(byte[] text, List<String> mark) throws IOException {
        events.clear();
        running = new CommandFamily(process.toHandle(), mark);
        write(text);
    }

    /** Takes note that the command has ended: what it has left behind stays. */
    void ended() {
        running = null;
    }

    private void write(byte[] text) throws IOException {
        OutputStream out = process.getOutputStream();
        out.write(text);
        out.flush();
    }

    /** Adds an event: one of the constants above. */
    void add(int event) {
        events.add(event);
    }

    /** Waits for an exit status or an event without a limit of time. */
    int await() throws InterruptedException {
        return events.take();
    }

    /** Waits for an exit status or an event; null: none came in time. */
    @Nullable
    Integer await(long nanos) throws InterruptedException {
        return events.poll(nanos, TimeUnit.NANOSECONDS);
    }

    /** Sends SIGTERM to the command and to all that it has started. */
    void terminate() throws IOException {
        CommandFamily family = running;
        if (family != null) {
            family.terminate();
        }
    }

    /**
     * Ends the shell, and by SIGKILL its command and all that it has started; earlier commands leave what they left.
     */
    void kill() throws IOException {
        CommandFamily family = running;
        if (family != null && !family.kill() && leadsGroup) {
            guardian.signal(Guardian.KILL, pid());
        }
        process.destroyForcibly();
        awaitEnd();
        if (leadsGroup) {
            guardian.drop(pid());
        }
    }

    /** Waits for the end of a shell that is about to end; returns the signal that ended it, 0 for none. */
    int awaitEnd() {
        boolean interrupted = Thread.interrupted();
        try {
            if (!process.waitFor(ENDING_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(ENDING_SECONDS, TimeUnit.SECONDS);
            }
            return process.isAlive() ? 0 : Math.max(0, process.exitValue() - ExitStatus.SIGNAL_BASE);
        } catch (InterruptedException e) {
            interrupted = true;
            return 0;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends a shell that has no command. */
    @Override
    public void close() throws IOException {
        kill();
    }

    /**
     * The processes of a running command: those that descend from its helper shell, and those whose environment carries
     * the variables of the command, because their parents have ended. A session of their own does not take them out.
     * What a command before it has left is no part of it. Immutable.
     *
     * @param mark NAME=VALUE each, which no other command of this process has together
     */
    private record CommandFamily(ProcessHandle shell, List<String> mark) {
        /** Looks for processes that are started while others are ended. */
        private static final int MOST_LOOKS = 20;

        CommandFamily {
            mark = List.copyOf(mark);
        }

        private Set<ProcessHandle> members() {
            Set<ProcessHandle> members = shell.descendants().collect(Collectors.toCollection(LinkedHashSet::new));
            List<ProcessHandle> orphans = ProcessHandle.allProcesses()
                    .filter(each -> !members.contains(each) && isMarked(each))
                    .toList();
            orphans.stream()
                    .flatMap(each -> Stream.concat(Stream.of(each), each.descendants()))
                    .forEach(members::add);
            members.remove(shell);
            members.remove(ProcessHandle.current());
            return members;
        }

        private boolean isMarked(ProcessHandle process) {
            Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
            try {
                String variables = "\0" + new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1);
                return mark.stream().allMatch(each -> variables.contains("\0" + each + "\0"));
            } catch (IOException ended) { // or it is that of another user, or this is not Linux
                return false;
            }
        }

        /** Sends SIGTERM to each. */
        void terminate() {
            members().forEach(ProcessHandle::destroy);
        }

        /** Ends each by SIGKILL; returns whether none is left. */
        boolean kill() {
            for (int looks = 0; looks < MOST_LOOKS; looks++) {
                Set<ProcessHandle> members = members();
                members.forEach(ProcessHandle::destroyForcibly);
                if (members.stream().noneMatch(ProcessHandle::isAlive)) {
                    return members.isEmpty() || members().isEmpty();
                }
            }
            return false;
        }
    }
}
