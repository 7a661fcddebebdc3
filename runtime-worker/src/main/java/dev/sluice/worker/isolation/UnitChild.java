package dev.sluice.worker.isolation;

import dev.sluice.api.language.MemoryKills;
import dev.sluice.api.language.ProcessMemory;
import dev.sluice.api.unit.PinnedProcessors;
import dev.sluice.api.unit.UnitProcessors;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.child.ChildFormat;
import dev.sluice.net.child.ChildPipes;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.worker.isolation.ChildWire.Usage;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.Outcome;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The worker's end of one process that computes units. A slot's thread sends requests and waits for the answers. An
 * {@link IOException} means that the process is gone, and {@link #explain} finds the reason. {@link #kill},
 * {@link #end} and {@link #awaitEnd} are for any thread.
 */
public final class UnitChild {
    private static final int SIGNALLED = 128;
    private static final int KILL = 9;
    private static final long DEATH_SECONDS = 5;
    private static final int LIVES_ON = -1;

    /** The last output of a process is waited for this long. */
    private static final long OUTPUT_MILLIS = 5_000;

    private final Process process;
    private final Path resultFile = ChildEncoder.freshPath();
    private final DataOutputStream out;
    private final ChildAnswers answers;
    private final ChildOutput printed;
    private final MemoryKills.Watch kills = new MemoryKills.Watch();
    /** Largest memory during the present unit, as far as it was seen [bytes]. */
    private volatile long seenBytes;

    private boolean loaded;
    private int cycle = -1;

    /** The processes that units had started when this one was asked to end. */
    private volatile List<ProcessHandle> left = List.of();

    private UnitChild(Process process) {
        this.process = process;
        ChildPipes pipes = ChildPipes.of(process);
        this.out = pipes.out();
        this.answers = new ChildAnswers(pipes.in());
        this.printed = ChildOutput.start(process.getErrorStream(), () -> System.err);
    }

    /** Starts the process and sends it what to load; does not wait. */
    public static UnitChild start(ChildCommand command) {
        try {
            PinnedProcessors processors = PinnedProcessors.claim();
            UnitChild child = new UnitChild(process(command, processors));
            child.process.toHandle().onExit().thenRun(() -> {
                processors.close();
                child.ended();
            });
            child.tell(command);
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process process(ChildCommand command, PinnedProcessors processors) throws IOException {
        List<String> line = new ArrayList<>(processors.prefix());
        line.addAll(command.line());
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment()
                .putAll(UnitProcessors.threads(Integer.toString(UnitProcessors.each()), builder.environment()));
        try {
            return builder.start();
        } catch (IOException e) {
            processors.close();
            throw e;
        }
    }

    private void tell(ChildCommand command) {
        try {
            out.write(ChildWire.APPLICATION);
            ChildFormat.writeText(out, resultFile.toString());
            ChildFormat.writeLoad(out, command.load());
            out.flush();
        } catch (IOException e) {
            destroy(); // which awaitLoaded finds
        }
    }

    /** The pid of the process. Any thread. */
    public long pid() {
        return process.pid();
    }

    /** Looks at the memory of the process; called about once a second. Any thread. */
    public void look() {
        seenBytes = Math.max(seenBytes, ProcessMemory.peakOf(pid()));
    }

    /** Largest memory of the present unit, as far as it was seen [bytes]. Any thread. */
    public long seenBytes() {
        return seenBytes;
    }

    /** Tells whether {@link #awaitLoaded} would return at once. */
    public boolean hasAnswered() {
        try {
            return loaded || !process.isAlive() || answers.hasCome();
        } catch (IOException e) {
            return true;
        }
    }

    /** Waits until the application is loaded; a failure goes to the outcome. */
    public void awaitLoaded(Outcome outcome) throws IOException {
        if (!loaded) {
            loaded = answers.isDone(outcome);
        }
    }

    /** Tells whether the process has the setup of this cycle. */
    public boolean has(CycleWork work) {
        return loaded && cycle == work.number();
    }

    /** Sends the setup of a cycle; a failure to load the state or to decode the setup goes to the outcome. */
    public void setup(int number, Payload setup, Outcome outcome) throws IOException {
        out.write(ChildWire.SETUP);
        ChildFormat.writeBuffers(out, setup.buffers());
        out.flush();
        cycle = answers.isDone(outcome) ? number : -1;
    }

    /**
     * Computes a unit in the process.
     *
     * @param site says which one, and learns how far it is
     */
    public void compute(UnitSite site, byte[] input, Outcome outcome) throws IOException {
        kills.begin();
        seenBytes = 0;
        answers.of(site);
        printed.of(site);
        out.write(ChildWire.UNIT);
        out.writeLong(site.runSeed());
        out.writeInt(site.cycle());
        out.writeLong(site.index());
        ChildFormat.writeBytes(out, input);
        out.flush();
        if (answers.isInFile(outcome)) {
            take(outcome);
        }
        outcome.used(ProcessMemory.ofUnit(pid(), usage().nanos()));
    }

    /**
     * Takes over the file of a large result, which has no name from here on. The process stays usable if the file
     * cannot be read.
     */
    private void take(Outcome outcome) throws IOException {
        try {
            outcome.encoded(
                    FileChannel.open(resultFile, StandardOpenOption.READ, StandardOpenOption.WRITE), usage().nanos());
        } catch (IOException e) {
            if (!process.isAlive()) {
                throw e; // and so the file is gone, too
            }
            outcome.failed(
                    ErrorCode.RESULT_ENCODING,
                    "",
                    "result in " + resultFile + ": " + FileTrouble.said(e)
                            + " (expected: the file that the unit's process has written)",
                    "");
        }
        deleteLeftover();
    }

    private void ended() {
        deleteLeftover();
        UnitSite.deleteOf(process.pid(), Path.of(System.getProperty("java.io.tmpdir")));
    }

    private void deleteLeftover() {
        try {
            Files.deleteIfExists(resultFile);
        } catch (IOException e) {
            // the system cleans its directory for temporary files
        }
    }

    /** Resource use of the last unit, and of the process so far. */
    public Usage usage() {
        return answers.usage();
    }

    /**
     * Finds out why the process is gone or dying, and records it as the failure of its unit. {@code seen} is the first
     * symptom. Returns whether the system killed it for its memory.
     */
    public boolean explain(IOException seen, Outcome outcome) {
        if (answers.isExiting()) {
            kill();
            outcome.failed(
                    ErrorCode.UNIT_EXITED, "", "called System.exit (expected: that compute returns or throws)", "");
            return false;
        }
        int code = exitCode();
        if (code == ChildWire.NO_MEMORY_EXIT) {
            outcome.failed(ErrorCode.UNIT_OUT_OF_MEMORY, "", "no memory was left in its process", "");
        } else if (code == LIVES_ON) {
            String cut = "its process answers no more (" + seen + "), and was killed";
            outcome.failed(ErrorCode.UNIT_CRASHED, "", cut, "");
        } else if (code == SIGNALLED + KILL && kills.claim()) {
            String killed = "its process was " + MemoryKills.words(seenBytes);
            outcome.failed(ErrorCode.UNIT_OUT_OF_MEMORY, "", killed, "");
            return true;
        } else if (code > SIGNALLED) {
            String signal =
                    "its process was killed by signal " + (code - SIGNALLED) + " (a crash, or somebody killed it)";
            outcome.failed(ErrorCode.UNIT_CRASHED, "", signal, "");
        } else {
            String exit = "ended its process with exit code " + code + " (expected: that compute returns or throws)";
            outcome.failed(ErrorCode.UNIT_EXITED, "", exit, "");
        }
        return false;
    }

    private int exitCode() {
        try {
            if (!process.waitFor(DEATH_SECONDS, TimeUnit.SECONDS)) {
                destroy(); // it has closed its pipe and lives on
                process.waitFor();
                return LIVES_ON;
            }
            printed.await(OUTPUT_MILLIS);
        } catch (InterruptedException e) {
            destroy();
            Thread.currentThread().interrupt();
            return SIGNALLED + KILL;
        }
        return process.exitValue();
    }

    @Override
    public String toString() {
        return "process " + process.pid();
    }

    /** Kills the process alone. {@link Process#destroyForcibly} would close its pipes, read or not. */
    private void destroy() {
        process.toHandle().destroyForcibly();
    }

    /** Kills the process at once, and those that its units have started. What they have printed stays in the pipes. */
    public void kill() {
        List<ProcessHandle> forks = process.descendants().toList();
        destroy();
        forks.forEach(ProcessHandle::destroyForcibly);
    }

    /** Asks the process to let the application finish, and to exit. No request may be sent during or after this. */
    public void end() {
        left = process.descendants().toList();
        try {
            out.write(ChildWire.END);
            out.flush();
        } catch (IOException e) {
            kill();
        }
    }

    /**
     * Waits for the end of the process, and kills it at the deadline; tells whether it ended by itself. Processes that
     * its units have started end with it.
     */
    public boolean awaitEnd(long deadlineNanos) throws InterruptedException {
        boolean ended = process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (!ended) {
            kill();
            process.waitFor();
        }
        left.forEach(ProcessHandle::destroyForcibly);
        printed.await(OUTPUT_MILLIS);
        deleteLeftover();
        return ended;
    }
}
