package dev.sluice.cli.run;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The end after a second Ctrl-C: whatever hangs, the process ends. */
final class HaltSoon {
    private static final long PATIENCE_MILLIS = 2_000;

    private HaltSoon() {}

    /**
     * Halts the process within seconds, unless it ends by itself.
     *
     * @param note is run on a thread of its own: a unit that cannot be stopped may hold up all others
     * @param ended when the run has ended
     */
    static void start(int exitCode, Launchers launchers, CompletableFuture<?> ended, Runnable note) {
        start("sluice-last-note", note);
        start("sluice-halt", () -> halt(exitCode, launchers, ended));
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void halt(int exitCode, Launchers launchers, CompletableFuture<?> ended) {
        try {
            launchers.awaitEnd(PATIENCE_MILLIS);
            ended.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            new CompletableFuture<Void>().get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException over) {
            Runtime.getRuntime().halt(exitCode);
        }
    }
}
