package dev.sluice.cli.process;

import dev.sluice.master.RunEnd;
import dev.sluice.net.guard.LastWords;
import dev.sluice.net.guard.LoopFailure;

/** Ends a process whose loop has failed and whose run does not end in order. */
public final class LastResort {
    /** Time for the note about the end [ms]. */
    private static final long NOTE_MILLIS = 1_500;

    private LastResort() {}

    /** The end of a run whose loop has failed. */
    public static RunEnd end(LoopFailure why) {
        Throwable cause = why.cause();
        return cause == null ? RunEnd.failed(why.code(), why.text()) : RunEnd.failed(why.code(), why.text(), cause);
    }

    /**
     * Says how the run ends, and halts.
     *
     * @param note closes the journal and writes the end into the run's directory, on a thread of its own
     */
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
