package dev.sluice.worker;

import dev.sluice.model.Amounts;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;

/**
 * The configuration of a worker, checked once before it starts.
 *
 * @param name its name towards the master, the host's name by default
 * @param slots units computed at a time, 1 to 1,024
 * @param cache directory of application jars
 * @param reconnectNanos how long to look for a lost master [ns]
 * @param offer resources for units, beside the slots
 */
public record WorkerConfig(RunFile run, String name, int slots, Path cache, long reconnectNanos, Amounts offer) {
    static final int MOST_SLOTS = 1024;

    public WorkerConfig {
        if (run.role() != Role.WORKER) {
            throw new IllegalArgumentException(
                    "run file: for an operator (expected: one for workers, such as private/worker.run)");
        }
        check(slots, reconnectNanos);
    }

    /** A worker that offers nothing but its slots. */
    public WorkerConfig(RunFile run, String name, int slots, Path cache, long reconnectNanos) {
        this(run, name, slots, cache, reconnectNanos, Amounts.NONE);
    }

    /**
     * Checks what can be checked without a run file, which may have to be waited for.
     *
     * @throws IllegalArgumentException if a value is outside its range
     */
    public static void check(int slots, long reconnectNanos) {
        if (slots < 1 || slots > MOST_SLOTS) {
            throw new IllegalArgumentException("--slots: " + slots + " (expected: 1 to " + MOST_SLOTS + ")");
        }
        if (reconnectNanos < 0) {
            throw new IllegalArgumentException("--reconnect-timeout: " + reconnectNanos + " ns (expected: at least 0)");
        }
    }
}
