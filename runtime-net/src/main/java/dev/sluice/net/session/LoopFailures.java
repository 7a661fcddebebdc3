package dev.sluice.net.session;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** Tells the owners of loops what no task on them has caught. Thread-safe. */
public final class LoopFailures {
    private static final Map<Executor, Consumer<Throwable>> OWNERS = new ConcurrentHashMap<>();

    private LoopFailures() {}

    /** Calls {@code told} with each failure of the loop, on its thread or another. */
    public static void tell(Executor loop, Consumer<Throwable> told) {
        OWNERS.put(loop, told);
    }

    /** Tells nobody any more. */
    public static void forget(Executor loop) {
        OWNERS.remove(loop);
    }

    /** Tells the owner of the loop of this failure. */
    public static void failed(Executor loop, Throwable cause) {
        Consumer<Throwable> told = OWNERS.get(loop);
        if (told != null) {
            told.accept(cause);
        }
    }

    /** Tells the owner if memory is exhausted: whatever follows on this loop may fail too. */
    public static void failedIfExhausted(Executor loop, Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            failed(loop, cause);
        }
    }
}
