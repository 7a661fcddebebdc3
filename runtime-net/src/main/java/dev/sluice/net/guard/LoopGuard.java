package dev.sluice.net.guard;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.SystemRefusal;
import dev.sluice.net.session.Loop;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Ends a run, or a worker, when its loop fails: memory is exhausted, no thread can be started, a task throws, or the
 * loop's thread ends. The run first has a few seconds to end in order. Then the last resort ends the process, which
 * must not live on without its loop. Thread-safe.
 */
public final class LoopGuard implements AutoCloseable {
    /** Time in which the run may end in order [ns]. */
    public static final long PATIENCE_NANOS = 3_000_000_000L;

    /** Time between two looks at the loop's thread [ms]. */
    private static final long LOOK_MILLIS = 500;

    /** Memory that is given up when there is none left, so that the run can end in order [bytes]. */
    private static final int RESERVE_BYTES = 2 << 20;

    private static final byte[] NOTHING = {};

    /** Memory is exhausted; made while there is some. */
    private static final LoopFailure NO_MEMORY = new LoopFailure(
            ErrorCode.OUT_OF_MEMORY, "memory is exhausted (expected: a larger heap, or fewer results)", null);

    private static final LoopFailure NO_THREAD = new LoopFailure(
            ErrorCode.TOO_MANY_THREADS,
            "no thread can be started (expected: room below the limit of processes and threads)",
            null);

    /** The run that is watched, and the ways to end it. */
    public interface Guarded {
        /** Ends the run in order. Any thread; may only post a task. */
        void end(LoopFailure why);

        /** Completes when the run has ended. */
        CompletableFuture<?> ended();

        /** Ends the process, because the run did not end in order. Called on the guard's thread. */
        void lastResort(LoopFailure why);
    }

    private final Loop loop;
    private final Guarded run;
    private final long patienceNanos;
    private final CompletableFuture<LoopFailure> failure = new CompletableFuture<>();
    private final AtomicReference<byte[]> reserve = new AtomicReference<>(new byte[RESERVE_BYTES]);
    private final Thread thread;
    private volatile boolean closed;

    /** When the last resort ends the process [ns]; 0 before the first failure. Confined to the guard's thread. */
    private long deadlineNanos;

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
        LastWords.prepare();
        rehearse();
        LoopGuard guard = new LoopGuard(loop, run, patienceNanos);
        loop.whenFailed(guard::failed);
        guard.thread.start();
        return guard;
    }

    /**
     * Loads the classes of a failure while there are descriptors. With a class archive, Java opens a jar for the first
     * class that the archive lacks, which may be one of these.
     */
    @SuppressWarnings("ReturnValueIgnored") // the look opens the jar
    private static void rehearse() {
        LoopGuard.class.getResource("none");
        failure(new IOException("Too many open files", new OutOfMemoryError("native thread")));
        failure(new RejectedExecutionException(new TimeoutException()));
    }

    /** The failure that a throwable stands for. Makes nothing if memory is exhausted. Any thread. */
    public static LoopFailure failure(Throwable cause) {
        if (SystemRefusal.isOfMemory(cause)) {
            return NO_MEMORY; // nothing is made on this way
        }
        ErrorCode code = SystemRefusal.of(cause).orElse(ErrorCode.INTERNAL);
        return switch (code) {
            case OUT_OF_MEMORY -> NO_MEMORY;
            case TOO_MANY_THREADS -> NO_THREAD;
            default -> new LoopFailure(code, "the loop failed: " + cause, cause);
        };
    }

    /** Records the first failure of the loop. */
    private void failed(Throwable cause) {
        reserve.set(NOTHING);
        if (closed || run.ended().isDone()) {
            return;
        }
        LoopFailure why = failure(cause);
        if (failure.complete(why)) {
            try {
                run.end(why);
            } catch (RejectedExecutionException | Error noWay) {
                // the last resort ends the process
            }
        }
    }

    private void watch() {
        while (!closed) {
            try {
                LoopFailure why = firstFailure();
                if (why != null) {
                    awaitEnd(why);
                    return;
                }
            } catch (InterruptedException any) {
                // it is closed, or a unit has interrupted all threads of its process
            } catch (Error exhausted) {
                failedBy(exhausted);
            }
        }
    }

    /** Without memory, or without a descriptor to load a class. */
    private void failedBy(Error exhausted) {
        try {
            failed(exhausted);
        } catch (Error again) {
            LastWords.halt(NO_MEMORY.code().exitCode());
        }
    }

    /** The failure, if there is one or comes soon; else null. */
    private @Nullable LoopFailure firstFailure() throws InterruptedException {
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

    /** Waits for the end of the run until the deadline, which interrupts do not move. */
    private void awaitEnd(LoopFailure why) throws InterruptedException {
        deadlineNanos = deadlineNanos == 0 ? System.nanoTime() + patienceNanos : deadlineNanos;
        try {
            run.ended().get(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | Error late) {
            try {
                run.lastResort(why);
            } catch (Error broken) {
                LastWords.halt(why.code().exitCode());
            }
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
