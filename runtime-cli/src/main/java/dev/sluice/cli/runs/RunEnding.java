package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;

/** The end of a run: whether it has come, and the exit code that the run had. */
final class RunEnding {
    /** The exit code for a run whose master was killed, as shells show it. */
    static final int KILLED = 128 + 9;

    private final Path directory;
    private boolean told;

    RunEnding(Path directory) {
        this.directory = directory;
    }

    /** Reads the run as it is now. */
    KnownRun look() {
        return KnownRun.read(directory, Instant.now());
    }

    /** Tells whether this run has ended and its pool does not start it again. */
    boolean hasCome(KnownRun run) {
        return switch (run.state()) {
            case RUNNING, RUNNING_ELSEWHERE -> false;
            case COMPLETE, FAILED -> true;
            case INTERRUPTED -> !new SubmittedFiles(directory).areReplaced();
            // The pool notes the end of a run after its process is gone; until then it may start another.
            case KILLED, UNREADABLE -> !new SubmittedFiles(directory).goOnInPool();
        };
    }

    /**
     * Waits for the end, and returns the run as it is then.
     *
     * @param say told once of a master that is gone and that the pool will replace
     */
    KnownRun await(Pause pause, Consumer<String> say) throws InterruptedException {
        KnownRun run = look();
        while (!hasCome(run)) {
            tellOfLoss(run, say);
            pause.pause();
            run = look();
        }
        return run;
    }

    /** Says once that the master is gone and that the pool is to replace it, which a pool that is down does later. */
    void tellOfLoss(KnownRun run, Consumer<String> say) {
        if (run.state() == KnownRun.State.KILLED && !told) {
            told = true;
            say.accept(Columns.printable(
                    run.run() + ": its master is gone, and its pool starts it again ('sluice pool status')"));
        }
    }

    /**
     * The exit code of a run that has ended: that of its command.
     *
     * @throws SluiceException RUN_UNREADABLE if the directory has no report of a run
     */
    static int exitCode(KnownRun run) {
        if (run.state() == KnownRun.State.KILLED) {
            return KILLED;
        }
        if (run.state() == KnownRun.State.UNREADABLE) {
            throw new SluiceException(
                    ErrorCode.RUN_UNREADABLE,
                    Columns.printable(run.directory() + ": " + run.words()) + " (expected: a run's directory)");
        }
        if (run.exitCode() >= 0) {
            return run.exitCode();
        }
        return switch (run.state()) {
            case COMPLETE -> 0;
            case INTERRUPTED -> 130;
            default -> 1;
        };
    }
}
