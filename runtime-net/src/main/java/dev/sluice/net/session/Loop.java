package dev.sluice.net.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The one thread that owns a process's state: all callbacks and scheduled tasks run on it, one at a time. */
public interface Loop extends Executor {
    /** Tells whether the calling thread is the loop's. */
    boolean inLoop();

    /** Runs {@code task} on the loop after {@code delayNanos} [ns]; any thread. */
    Cancellable schedule(long delayNanos, Runnable task);

    /** Monotonic time [ns], comparable within this process only; any thread. */
    long nanoTime();

    /** Runs {@code task} on the loop, or drops it if the loop has ended; any thread. */
    default void post(Runnable task) {
        try {
            execute(task);
        } catch (RejectedExecutionException ended) {
            // nobody waits for what an ended loop would do
        }
    }

    /** Calls {@code told} with each throwable that no task on the loop has caught; any thread. */
    default void whenFailed(Consumer<Throwable> told) {}

    /** Tells nobody of failures any more; any thread. */
    default void forgetFailures() {}

    /** Tells of a failure without which the process cannot go on; any thread. Needs no memory. */
    default void failed(Throwable cause) {}

    /** Tells of a caught throwable if memory is exhausted; any thread. */
    default void failedIfExhausted(Throwable caught) {}

    /** Computes a value on the loop; any thread. What the question throws is the failure of the answer. */
    default <T> CompletableFuture<T> ask(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question, this);
    }
}
