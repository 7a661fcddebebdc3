package dev.sluice.master.application;

import java.util.List;
import java.util.Optional;

/**
 * Runs the tasks that call the application, one at a time. {@link TurnsThread} owns a thread for it; tests run them on
 * the loop, in virtual time.
 */
public interface Turns {
    /** Begins to run tasks. */
    void start();

    /** Runs the task before all turns that wait. Any thread. */
    void order(Runnable task);

    /** Runs the task after all turns before it. Any thread. */
    void turn(Runnable task);

    /** Runs the turns that wait, then no more. Orders that wait are dropped. Any thread. */
    void close();

    /** Waits for the end; false when it did not come in this time [ms]. */
    boolean awaitEnd(long millis) throws InterruptedException;

    /** Number of the task that runs, and its stack, the newest frame first; empty between tasks. Any thread. */
    default Optional<Running> running() {
        return Optional.empty();
    }

    /** A task that runs. */
    record Running(long task, List<StackTraceElement> stack) {}

    /** Processor time of the tasks so far [ns]; 0 where it is not known. Any thread. */
    long cpuNanos();
}
