package dev.sluice.worker;

import dev.sluice.api.ApplicationException;
import dev.sluice.worker.unit.LoadedApplication;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** The last steps of a worker: its slots leave, the application finishes, the session ends. */
public final class WorkerExit {
    private static final long LEAVE_NANOS = 1_000_000_000L;
    private static final long DEPART_SECONDS = 5;

    /**
     * Time of the application's farewell [ms]. A master kills its local workers after 5 s; this is shorter, so that the
     * worker can still report what blocks it.
     */
    private static final long FINISH_MILLIS = 4_000;

    private static final String UNFINISHED =
            "finish has not returned after " + FINISH_MILLIS / 1_000 + " s (expected: sooner)";

    private WorkerExit() {}

    /**
     * Blocks until the worker has left, for some seconds at most. Called after {@link WorkerLoop#ending} is complete,
     * not on the loop.
     *
     * @param trouble receives a sentence if the application's {@code finish} fails or does not return
     */
    public static void leave(WorkerLoop worker, Consumer<String> trouble)
            throws InterruptedException, ExecutionException, TimeoutException {
        WorkIntake workshop = worker.workshop();
        boolean left = workshop.crew().awaitLeft(LEAVE_NANOS, true);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(FINISH_MILLIS);
        workshop.crew().endProcesses();
        LoadedApplication application = workshop.application();
        if (left && application != null) {
            finish(application, trouble);
        }
        if (!workshop.crew().awaitProcesses(deadline) && left) {
            trouble.accept(UNFINISHED);
        }
        worker.depart().get(DEPART_SECONDS, TimeUnit.SECONDS);
    }

    /** Calls the application's {@code finish}, on a thread of its own because it may never return. */
    private static void finish(LoadedApplication application, Consumer<String> trouble) throws InterruptedException {
        Thread thread = new Thread(
                () -> {
                    try {
                        application.application().finish();
                    } catch (ApplicationException e) {
                        trouble.accept(String.valueOf(e.getMessage()));
                    }
                },
                "worker-finish");
        thread.setDaemon(true);
        thread.setContextClassLoader(application.loader());
        try {
            thread.start();
        } catch (OutOfMemoryError refused) { // the system has no thread for it
            trouble.accept("finish was not called: " + refused.getMessage() + " (expected: a thread for it)");
            return;
        }
        thread.join(FINISH_MILLIS);
        if (thread.isAlive()) {
            trouble.accept(UNFINISHED);
        }
    }
}
