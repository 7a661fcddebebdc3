package dev.sluice.cli.pool;

import dev.sluice.cli.process.OwnCommand;
import dev.sluice.cli.runs.KnownRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The masters of the submitted runs, each a process of its own: starts them, watches them, and resumes a run whose
 * master died. They outlive the pool's process. Confined to the desk's thread.
 */
final class RunProcesses {
    /** Deaths in {@link #WINDOW_NANOS} after which a run is not resumed any more. */
    private static final int MOST_DEATHS = 5;

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(10);

    private final Path pool;
    private final Consumer<String> say;
    private final Consumer<SubmittedRun> over;
    private final Map<Path, Deque<Long>> deaths = new HashMap<>();
    private final Map<Path, ProcessHandle> processes = new HashMap<>();
    private final Consumer<Runnable> later;

    /**
     * Starts nothing yet.
     *
     * @param pool directory of the pool
     * @param later runs a task on the desk's thread
     * @param over told of each run that has ended
     */
    RunProcesses(Path pool, Consumer<String> say, Consumer<Runnable> later, Consumer<SubmittedRun> over) {
        this.pool = pool;
        this.say = say;
        this.later = later;
        this.over = over;
    }

    /**
     * Starts the master of a new run.
     *
     * @param environment of the command that submitted it; empty: this process's
     */
    Process start(SubmittedRun run, Map<String, String> environment) throws IOException {
        List<String> words = new ArrayList<>(run.words());
        // Before the application's own words: options of the run stand anywhere before '--'.
        words.addAll(
                1,
                List.of(
                        "--pool",
                        "--pool-dir",
                        pool.toString(),
                        "--run-dir",
                        run.directory().toString(),
                        "--run-id",
                        run.id()));
        return launch(run, words, environment);
    }

    private void resume(SubmittedRun run) throws IOException {
        launch(run, List.of("resume", run.directory().toString()), Map.of());
    }

    private Process launch(SubmittedRun run, List<String> words, Map<String, String> environment) throws IOException {
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
        return process;
    }

    private void watch(SubmittedRun run, ProcessHandle process) {
        processes.put(run.directory(), process);
        process.onExit().thenRun(() -> later.accept(() -> ended(run)));
    }

    /** Takes over a run of an earlier process of the pool: its master lives, or is resumed, or has ended. */
    void takeOver(SubmittedRun run) {
        KnownRun known = KnownRun.read(run.directory(), Instant.now());
        if (known.state() == KnownRun.State.RUNNING) {
            KnownRun.process(run.directory()).ifPresentOrElse(process -> watch(run, process), () -> ended(run));
        } else {
            ended(run);
        }
    }

    /** The process of a run is gone. */
    private void ended(SubmittedRun run) {
        processes.remove(run.directory());
        KnownRun known = KnownRun.read(run.directory(), Instant.now());
        if (known.state() != KnownRun.State.KILLED) {
            say.accept(run.directory().getFileName() + ": " + known.words());
            over.accept(run);
            return;
        }
        Deque<Long> times = deaths.computeIfAbsent(run.directory(), path -> new ArrayDeque<>());
        long now = System.nanoTime();
        times.add(now);
        while (now - times.getFirst() > WINDOW_NANOS) {
            times.removeFirst();
        }
        if (times.size() > MOST_DEATHS) {
            say.accept(run.directory().getFileName() + ": its master died " + times.size()
                    + " times in 10 minutes and is not started again; 'sluice resume " + run.directory()
                    + "' starts it");
            over.accept(run);
            return;
        }
        try {
            say.accept(run.directory().getFileName() + ": its master died and is started again");
            resume(run);
        } catch (IOException failure) {
            say.accept(run.directory().getFileName() + ": cannot be started again: " + failure);
            over.accept(run);
        }
    }

    /** Asks the master to stop: it delivers what is computed. Returns false if there is none. */
    boolean cancel(SubmittedRun run) {
        ProcessHandle process = processes.get(run.directory());
        return process != null && process.destroy();
    }

    /** Runs whose masters are alive. */
    int living() {
        return processes.size();
    }

    /** Tells whether the run has begun, so that its directory says what it is. */
    static boolean hasBegun(SubmittedRun run) {
        return Files.isRegularFile(run.directory().resolve("run.json"));
    }
}
