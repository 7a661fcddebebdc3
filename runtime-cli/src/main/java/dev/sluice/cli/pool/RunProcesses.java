package dev.sluice.cli.pool;

import dev.sluice.cli.process.OwnCommand;
import dev.sluice.cli.process.SavedCommand;
import dev.sluice.cli.runs.AwaitedRuns;
import dev.sluice.cli.runs.KnownRun;
import dev.sluice.cli.runs.SubmittedFiles;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.model.SluiceException;
import dev.sluice.net.runfile.PrivateFiles;
import dev.sluice.net.runfile.Role;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The masters of the submitted runs, each a process of its own: starts them, watches them, and resumes a run whose
 * master died, or starts it anew if its journal has not begun. They outlive the pool's process. Confined to the desk's
 * thread.
 */
final class RunProcesses {
    /** Deaths in {@link #WINDOW_NANOS} after which a run is not resumed any more. */
    private static final int MOST_DEATHS = 5;

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** How long a run is left alone while a process that is not known has the lock of its journal [ms]. */
    private static final long LOCKED_MILLIS = 200;

    /** Between two looks at runs that others wait for [ms]. */
    private static final long AWAITED_MILLIS = 500;

    private final Path pool;
    private final Consumer<String> say;
    private final Consumer<SubmittedRun> over;
    private final Map<Path, Deque<Long>> deaths = new HashMap<>();
    private final Map<Path, ProcessHandle> processes = new HashMap<>();
    /** Directories of runs that wait for the ends of others. */
    private final Set<Path> waiting = new HashSet<>();

    private final Later later;

    /** Runs tasks on the desk's thread. */
    interface Later {
        void run(long millis, Runnable task);
    }

    /**
     * Starts nothing yet.
     *
     * @param pool directory of the pool
     * @param over told of each run that has ended
     */
    RunProcesses(Path pool, Consumer<String> say, Later later, Consumer<SubmittedRun> over) {
        this.pool = pool;
        this.say = say;
        this.later = later;
        this.over = over;
    }

    /**
     * Starts the master of a new run, in the environment that its {@link StartNote} has. A run that follows others
     * waits for their ends; null then. Its master judges how they ended.
     */
    @Nullable
    Process start(SubmittedRun run) throws IOException {
        List<String> open = run.awaited().stream()
                .filter(each -> !AwaitedRuns.hasEnded(each))
                .map(each -> String.valueOf(each.getFileName()))
                .toList();
        if (!open.isEmpty()) {
            if (waiting.add(run.directory())) {
                say.accept(run.id() + ": waits for the end of " + String.join(", ", open));
            }
            later.run(AWAITED_MILLIS, () -> startIfWaiting(run));
            return null;
        }
        waiting.remove(run.directory());
        List<String> words = new ArrayList<>(run.words());
        // Before the application's own words: options of the run stand anywhere before '--'.
        words.addAll(
                1,
                List.of(
                        "--pool=role=" + Role.SUBMIT.text() + ",dir=" + pool, // a run need not do more
                        "--run-dir",
                        run.directory().toString(),
                        "--run-id",
                        run.id()));
        return launch(run, words);
    }

    private void startIfWaiting(SubmittedRun run) {
        if (waiting.contains(run.directory())) {
            attempt(run, this::start);
        }
    }

    private void resume(SubmittedRun run) throws IOException {
        launch(run, List.of("resume", run.directory().toString()));
    }

    private Process launch(SubmittedRun run, List<String> words) throws IOException {
        StartNote note = new StartNote(run.directory());
        Map<String, String> environment = note.environment();
        List<String> command = new ArrayList<>(OwnCommand.words());
        command.addAll(words);
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(run.from().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(run.output().toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(run.log().toFile()));
        if (!environment.isEmpty()) {
            builder.environment().clear();
            builder.environment().putAll(environment);
        }
        Process process = builder.start();
        watch(run, process.toHandle());
        try {
            note.write(process.toHandle());
        } catch (SluiceException unwritable) { // the lock of the journal still keeps a second master away
            say.accept(run.id() + ": " + unwritable.getMessage());
        }
        return process;
    }

    private void watch(SubmittedRun run, ProcessHandle process) {
        processes.put(run.directory(), process);
        process.onExit().thenRun(() -> later.run(0, () -> ended(run)));
    }

    /** Takes over a run of an earlier process of the pool: its master lives, or is resumed, or has ended. */
    void takeOver(SubmittedRun run) {
        Optional<ProcessHandle> foreign =
                new StartNote(run.directory()).isUnderstood() ? Optional.empty() : master(run);
        if (foreign.isPresent()) {
            say.accept(run.id() + ": its master speaks another version of the protocol; it ends and is started again");
            PrivateFiles.write(new SubmittedFiles(run.directory()).replaced(), "");
            foreign.get().onExit().thenRun(() -> later.run(0, () -> replaced(run)));
            foreign.get().destroy(); // it delivers the units that are running
        } else if (hasBegun(run) || master(run).isPresent()) {
            ended(run);
        } else {
            attempt(run, "its master had not begun and is started", this::start);
        }
    }

    /** The master of another version has ended. A run that it has completed in the meantime is over. */
    private void replaced(SubmittedRun run) {
        KnownRun known = KnownRun.read(run.directory(), Instant.now());
        if (known.state() == KnownRun.State.INTERRUPTED || known.state() == KnownRun.State.KILLED) {
            restart(run, "its master has ended");
        } else {
            ended(run);
        }
    }

    private static Optional<ProcessHandle> master(SubmittedRun run) {
        Optional<ProcessHandle> noted = new StartNote(run.directory()).master();
        return noted.isPresent() ? noted : KnownRun.process(run.directory());
    }

    /** The process of a run is gone. Another may be its master: of an earlier pool, or of the user. */
    private void ended(SubmittedRun run) {
        processes.remove(run.directory());
        Optional<ProcessHandle> other = master(run);
        if (other.isPresent()) {
            watch(run, other.get());
            return;
        }
        KnownRun known = KnownRun.read(run.directory(), Instant.now());
        boolean killed = known.state() == KnownRun.State.KILLED;
        if ((killed || !hasBegun(run)) && RealJournalFiles.isLocked(SavedCommand.journal(run.directory()))) {
            // A master that the pool does not know is about to write run.json.
            later.run(LOCKED_MILLIS, () -> ended(run));
        } else if (killed) {
            died(run);
        } else {
            say.accept(run.id() + ": " + known.words());
            over.accept(run);
        }
    }

    private void died(SubmittedRun run) {
        Deque<Long> times = deaths.computeIfAbsent(run.directory(), path -> new ArrayDeque<>());
        long now = System.nanoTime();
        times.add(now);
        while (now - times.getFirst() > WINDOW_NANOS) {
            times.removeFirst();
        }
        if (times.size() > MOST_DEATHS) {
            say.accept(run.id() + ": its master died " + times.size()
                    + " times in 10 minutes and is not started again; 'sluice resume " + run.directory()
                    + "' starts it");
            over.accept(run);
            return;
        }
        restart(run, "its master died");
    }

    private void restart(SubmittedRun run, String why) {
        if (isResumable(run)) {
            attempt(run, why + " and is started again", this::resume);
        } else {
            attempt(run, why + " before its journal began, and the run is started anew", this::start);
        }
    }

    /**
     * Tells whether the next master resumes the run. A run without a saved command has no journal yet. Commands of
     * {@code each} that noted nothing are not repeated, because they may have been done.
     */
    private static boolean isResumable(SubmittedRun run) {
        return SavedCommand.isIn(run.directory()) || run.words().get(0).equals("each");
    }

    /** Starts a master. */
    private interface Start {
        void start(SubmittedRun run) throws IOException;
    }

    private void attempt(SubmittedRun run, String why, Start start) {
        say.accept(run.id() + ": " + why);
        attempt(run, start);
    }

    private void attempt(SubmittedRun run, Start start) {
        try {
            start.start(run);
        } catch (IOException | SluiceException failure) {
            say.accept(run.id() + ": cannot be started again: " + failure);
            over.accept(run);
        }
    }

    /** Asks the master to stop: it delivers what is computed. Returns false if there is none. */
    boolean cancel(SubmittedRun run) {
        ProcessHandle process = processes.get(run.directory());
        return waiting.remove(run.directory()) || process != null && process.destroy();
    }

    /** Runs whose masters are alive, or which wait for others. */
    int living() {
        return processes.size() + waiting.size();
    }

    /** Tells whether the run has begun, so that its directory says what it is. */
    static boolean hasBegun(SubmittedRun run) {
        return Files.isRegularFile(run.directory().resolve("run.json"));
    }
}
