package dev.sluice.worker.unit;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Hosted;
import dev.sluice.model.ErrorCode;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads the application's state in this process. The first thread loads it, and tries again after a pause if that
 * fails, because a file server may be unreachable for a moment. Other threads wait meanwhile. If every try fails, each
 * thread gets the failure. Safe for any thread.
 */
public final class StateLoader {
    private static final Logger LOG = LoggerFactory.getLogger(StateLoader.class);

    private static final long[] PAUSES_NANOS = {1_000_000_000L, 3_000_000_000L};

    /** Times that {@code loadState} is called before the worker leaves. */
    public static final int TRIES = PAUSES_NANOS.length + 1;

    /** Waits between two tries, on the loading thread. */
    public interface Pause {
        void pause(long nanos) throws InterruptedException;
    }

    private final Hosted<Object, Object, Object> application;
    private final Pause pause;
    private final Consumer<String> say;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile boolean loaded;
    /** The failure of the last try. Guarded by the lock. */
    private @Nullable ApplicationException failure;

    /** @param say receives a line before each pause */
    public StateLoader(Hosted<Object, Object, Object> application, Pause pause, Consumer<String> say) {
        this.application = application;
        this.pause = pause;
        this.say = say;
    }

    /** Logs that a unit could not be computed without the state; returns the reason for the worker to leave. */
    public static WorkerException lost(Outcome outcome) {
        String failure = "loadState threw " + outcome.type() + ": " + outcome.message();
        LOG.warn("{}{}{}", failure, System.lineSeparator(), outcome.stack());
        return new WorkerException(ErrorCode.STATE_NOT_LOADED, failure);
    }

    /**
     * Returns when the state is loaded. An interrupt ends the waiting and the tries.
     *
     * @throws ApplicationException of the last try
     */
    public void load() throws ApplicationException, InterruptedException {
        if (loaded) {
            return;
        }
        loading.lockInterruptibly();
        try {
            if (failure == null) {
                failure = tryToLoad();
                loaded = failure == null;
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            loading.unlock();
        }
    }

    /** Returns the failure of the last try; null if the state is loaded. */
    private @Nullable ApplicationException tryToLoad() throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                application.loadState();
                return null;
            } catch (ApplicationException e) {
                if (tries == TRIES || e.kind() == ApplicationException.Kind.MISSING_CLASS) {
                    return e;
                }
                long nanos = PAUSES_NANOS[tries - 1];
                say.accept(
                        e.getMessage() + "; the next try follows in " + TimeUnit.NANOSECONDS.toSeconds(nanos) + " s");
                pause.pause(nanos);
            }
        }
    }
}
