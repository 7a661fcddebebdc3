package dev.sluice.cli.process;

import dev.sluice.master.RunEnd;
import dev.sluice.net.guard.LastWords;
import dev.sluice.net.guard.LoopFailure;
import dev.sluice.net.guard.LoopGuard;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Ends a run whose loop has failed, and the process where the run does not end in order.
 *
 * @param ended completes when the run has ended in order
 * @param ending ends the run
 * @param note closes the journal and writes the end into the run's directory, on a thread of its own
 */
public record LastResort(CompletableFuture<?> ended, Consumer<RunEnd> ending, Consumer<RunEnd> note)
        implements LoopGuard.Guarded {
    /** Time for the note about the end [ms]. */
    private static final long NOTE_MILLIS = 1_500;

    @Override
    public void end(LoopFailure why) {
        ending.accept(endOf(why));
    }

    @Override
    public void lastResort(LoopFailure why) {
        RunEnd how = endOf(why);
        halt(how, () -> note.accept(how));
    }

    private static RunEnd endOf(LoopFailure why) {
        Throwable cause = why.cause();
        return cause == null ? RunEnd.failed(why.code(), why.text()) : RunEnd.failed(why.code(), why.text(), cause);
    }

    /** Says how the run ends, and halts when the note is written or takes too long. */
    public static void halt(RunEnd how, Runnable note) {
        try {
            System.err.println(how.code() + " " + how.text());
            Thread writer = new Thread(note, "sluice-last-note");
            writer.setDaemon(true);
            writer.start(); // throws if the system refuses a thread, which ends the process without the note
            writer.join(NOTE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError noMemory) {
            LastWords.halt(how.exitCode());
        } finally {
            Runtime.getRuntime().halt(how.exitCode());
        }
    }
}
