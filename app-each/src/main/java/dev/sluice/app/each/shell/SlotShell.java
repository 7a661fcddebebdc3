package dev.sluice.app.each.shell;

import dev.sluice.api.language.MemoryKills;
import dev.sluice.api.language.ProcessMemory;
import dev.sluice.api.unit.MemoryShares;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The helper shell of a slot, started when it is needed and replaced when it has ended. Confined to the thread of the
 * slot, but for {@link #helper()}.
 */
final class SlotShell {
    /** Time for a command to end after SIGTERM when nobody wants its result any more [ns]. */
    private static final long UNWANTED_GRACE_NANOS = 500_000_000L;

    private static final long NANOS_PER_MICRO = 1_000;
    private static final int KILL = 9;

    private final CrewProcesses processes;
    private final SlotFiles files;
    private final @Nullable Path directory;
    private final BooleanSupplier crewClosed;
    private volatile @Nullable HelperShell helper;

    SlotShell(CrewProcesses processes, SlotFiles files, @Nullable Path directory, BooleanSupplier crewClosed) {
        this.processes = processes;
        this.files = files;
        this.directory = directory;
        this.crewClosed = crewClosed;
    }

    /** The present helper, for a crew that ends it; null: none. */
    @Nullable
    HelperShell helper() {
        return helper;
    }

    /**
     * Has a request carried out, and waits for the end of its command.
     *
     * @param share of the memory of this host; null: the command has none of its own
     */
    CommandTry run(
            String request,
            List<String> mark,
            CommandLimits limits,
            MemoryShares.@Nullable Share share,
            long startedMicros)
            throws IOException, InterruptedException {
        HelperShell ready = ready();
        long notesBytes = files.notesBytes();
        long startNanos = System.nanoTime();
        HelperShell shell = send(ready, request, mark);
        CommandWatch.Running running = new CommandWatch.Running(shell, files.output(), files.error(), limits, share);
        processes.watch().add(running);
        @Nullable Integer event = null;
        CommandWatch.Samples samples;
        try {
            event = limits.timeLimitNanos() == 0 ? (Integer) shell.await() : shell.await(limits.timeLimitNanos());
        } catch (InterruptedException e) {
            stop(shell, Math.min(UNWANTED_GRACE_NANOS, limits.graceNanos()));
            throw e;
        } finally {
            samples = processes.watch().remove(running);
            if (event != null && event >= 0) {
                shell.ended();
            }
        }
        if (crewClosed.getAsBoolean()) {
            dismiss();
            throw new IOException("the command was ended, because the worker ends");
        }
        ExitStatus status = event != null && event >= 0
                ? reported(event, notesBytes)
                : stopped(shell, event, notesBytes, samples.peakBytes(), limits);
        long runMicros = (System.nanoTime() - startNanos) / NANOS_PER_MICRO;
        boolean outOfMemory = event != null
                && (event == HelperShell.TOO_MUCH_MEMORY || event >= 0 && isKilledForMemory(status, samples));
        return new CommandTry(
                cut(status, limits), event == null, startedMicros, runMicros, samples.peakBytes(), outOfMemory);
    }

    /** Tells whether the system ended the command because memory ran out, and says so in its standard error. */
    private boolean isKilledForMemory(ExitStatus status, CommandWatch.Samples samples) throws IOException {
        boolean killed = (status.signal() == KILL || status.exitCode() == ExitStatus.SIGNAL_BASE + KILL)
                && processes.watch().claimsKill(samples);
        if (killed) {
            files.complain("the command was " + MemoryKills.words(samples.peakBytes())
                    + " (expected: fewer commands at once by --jobs or --memory, or a host with more)");
        }
        return killed;
    }

    /** Returns whether there is a living helper. */
    boolean isReady() {
        HelperShell present = helper;
        return present != null && present.isAlive();
    }

    /** Returns a living helper. */
    HelperShell ready() throws IOException {
        HelperShell present = helper;
        return present != null && present.isAlive() ? present : replace();
    }

    private HelperShell send(HelperShell shell, String request, List<String> mark) throws IOException {
        try {
            shell.request(ShellText.bytes(request), mark);
            return shell;
        } catch (IOException e) {
            // The helper ended while it had nothing to do, so the command has not started.
            HelperShell other = replace();
            other.request(ShellText.bytes(request), mark);
            return other;
        }
    }

    private HelperShell replace() throws IOException {
        dismiss();
        HelperShell started = HelperShell.start(processes.program(), processes.guardian(), directory, files.notes());
        helper = started;
        if (crewClosed.getAsBoolean()) {
            dismiss();
            throw new IOException("no command is started any more, because the worker ends");
        }
        return started;
    }

    /**
     * Interprets a reported exit status.
     *
     * @param notesBytes length of what the shell had noted before the command
     */
    private ExitStatus reported(int event, long notesBytes) throws IOException {
        if (!Files.exists(files.output())) {
            files.complain("the command could not write its output to " + files.output()
                    + " (expected: commands leave this directory alone)");
            return ExitStatus.REFUSED;
        }
        return ExitStatus.of(event, files.notesBytes() > notesBytes);
    }

    /**
     * Ends a command for the reason of an event.
     *
     * @param event null: its time limit has passed
     */
    private ExitStatus stopped(
            HelperShell shell, @Nullable Integer event, long notesBytes, long peakBytes, CommandLimits limits)
            throws IOException, InterruptedException {
        if (event == null) {
            int reported = stop(shell, limits.graceNanos());
            return reported < 0 ? ExitStatus.KILLED : reported(reported, notesBytes);
        }
        if (event == HelperShell.ENDED) {
            int signal = shell.awaitEnd();
            dismiss();
            files.complain("the shell that had started the command was ended by signal " + signal
                    + " (expected: the command leaves its parent alone)");
            return signal == 0 ? ExitStatus.KILLED : new ExitStatus(0, signal);
        }
        if (event == HelperShell.TOO_MUCH_MEMORY && limits.mostMemoryBytes() > 0) {
            dismiss();
            files.complain("the command used " + ProcessMemory.amount(peakBytes) + " of memory, more than its limit of "
                    + ProcessMemory.amount(limits.mostMemoryBytes()) + ", and was ended");
        }
        dismiss();
        return ExitStatus.KILLED;
    }

    /** Cuts outputs that are longer than they may be; such a command has failed. */
    private ExitStatus cut(ExitStatus status, CommandLimits limits) throws IOException {
        long most = limits.mostOutputBytes();
        if (most == 0) {
            return status;
        }
        boolean output = files.cut(files.output(), most);
        boolean error = files.cut(files.error(), most);
        if (!output && !error) {
            return status;
        }
        files.complain("the command wrote more than its limit of " + most + " bytes to its standard "
                + (output ? "output" : "error") + "; raise the limit or let it write a file");
        return status.succeeded() ? ExitStatus.KILLED : status;
    }

    /** Ends a command politely, then by force, with all that it has started; returns its reported status or ENDED. */
    private int stop(HelperShell shell, long graceNanos) throws IOException, InterruptedException {
        try {
            shell.terminate();
            long untilNanos = System.nanoTime() + graceNanos;
            @Nullable Integer event = null;
            do {
                event = shell.await(untilNanos - System.nanoTime());
            } while (event != null && event < HelperShell.ENDED);
            return event == null ? HelperShell.ENDED : event;
        } finally {
            dismiss();
        }
    }

    /** Ends the helper and all that it has started. */
    void dismiss() throws IOException {
        HelperShell shell = helper;
        if (shell != null) {
            shell.kill();
            helper = null;
        }
    }
}
