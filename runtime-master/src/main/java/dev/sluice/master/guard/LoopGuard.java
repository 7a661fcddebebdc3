package dev.sluice.master.guard;

import dev.sluice.master.RunEnd;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.session.Loop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run when its loop fails: memory is exhausted, a task throws, or the loop's thread ends. The run first has a
 * few seconds to end in order. Then the last resort ends the process, which must not live on without its loop.
 * Thread-safe.
 */
public final class LoopGuard implements AutoCloseable {
    /** Time in which the run may end in order [ns]. */
    public static final long PATIENCE_NANOS = 3_000_000_000L;

    /** Time between two looks at the loop's thread [ms]. */
    private static final long LOOK_MILLIS = 500;

    /** Memory that is given up when there is none left, so that the run can end in order [bytes]. */
    private static final int RESERVE_BYTES = 2 << 20;

    /** The end of the run when memory is exhausted; made while there is some. */
    private static final RunEnd EXHAUSTED = RunEnd.failed(
            ErrorCode.OUT_OF_MEMORY, "the master's memory is exhausted (expected: a larger heap, or fewer results)");

    /** The run that is watched, and the ways to end it. */
    public interface Guarded {
        /** Ends the run in order. Any thread; may only post a task. */
        void end(RunEnd how);

        /** Completes when the run has ended. */
        CompletableFuture<?> ended();

        /** Ends the process, because the run did not end in order. Called on the guard's thread. */
        void lastResort(RunEnd how);
    }

    private final Loop loop;
    private final Guarded run;
    private final long patienceNanos;
    private final CompletableFuture<RunEnd> failure = new CompletableFuture<>();
    private final AtomicReference<byte[]> reserve = new AtomicReference<>(new byte[RESERVE_BYTES]);
    private final Thread thread;
    private volatile boolean closed;

    private LoopGuard(Loop loop, Guarded run, long patienceNanos) {
        this.loop = loop;
        this.run = run;
        this.patienceNanos = patienceNanos;
        this.thread = new Thread(this::watch, "sluice-guard");
        this.thread.setDaemon(true);
    }

    /**
     * Watches the loop until {@link #close}.
     *
     * @param patienceNanos for the end in order, such as {@link #PATIENCE_NANOS}
     */
    public static LoopGuard watch(Loop loop, Guarded run, long patienceNanos) {
        LoopGuard guard = new LoopGuard(loop, run, patienceNanos);
        loop.whenFailed(guard::failed);
        guard.thread.start();
        return guard;
    }

    /** Records the first failure of the loop. */
    private void failed(Throwable cause) {
        reserve.set(new byte[0]);
        if (closed || run.ended().isDone()) {
            return;
        }
        RunEnd how = cause instanceof OutOfMemoryError
                ? EXHAUSTED
                : RunEnd.failed(ErrorCode.INTERNAL, "the master's loop failed: " + cause, cause);
        if (failure.complete(how)) {
            try {
                run.end(how);
            } catch (RejectedExecutionException noLoop) {
                // the last resort ends the process
            }
        }
    }

    private void watch() {
        try {
            while (!closed) {
                RunEnd how = firstFailure();
                if (how != null) {
                    awaitEnd(how);
                    return;
                }
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    /** The failure, if there is one or comes soon; else null. */
    private @Nullable RunEnd firstFailure() throws InterruptedException {
        try {
            return failure.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException none) {
            look();
            return null;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private void look() {
        try {
            loop.execute(() -> {});
        } catch (RejectedExecutionException ended) {
            failed(new IllegalStateException("its thread has ended"));
        }
    }

    private void awaitEnd(RunEnd how) throws InterruptedException {
        try {
            run.ended().get(patienceNanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            run.lastResort(how);
        } catch (ExecutionException failed) {
            // the run has ended, in whatever way
        }
    }

    /** Stops watching, because the run is over. */
    @Override
    public void close() {
        closed = true;
        loop.forgetFailures();
        thread.interrupt();
    }
}
