package dev.sluice.cli.process;

import dev.sluice.master.RunEnd;

/** Ends a process whose loop has failed and whose run does not end in order. */
public final class LastResort {
    /** Time for the note about the end [ms]. */
    private static final long NOTE_MILLIS = 1_500;

    private LastResort() {}

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
            writer.start();
            writer.join(NOTE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(how.exitCode());
        }
    }
}
