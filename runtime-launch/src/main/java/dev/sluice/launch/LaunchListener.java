package dev.sluice.launch;

import dev.sluice.net.message.PoolNeeds;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Listens to a {@link Launcher}, on any of its threads; must not block. */
public interface LaunchListener {
    /**
     * A process was started. Its worker will register with the host's name of {@code where} and this process id.
     *
     * @param slots of that worker
     */
    void started(Place where, long pid, int slots);

    /** A process that is about to be reported as started writes its output to this file. */
    default void logs(Place where, long pid, Path log) {}

    /** A process has started or joined, and this is what its start took so far. */
    default void phases(Place where, LaunchPhases phases) {}

    /**
     * The verdict whether workers can be started at a place. It is called once for each place of a launcher for other
     * hosts, and never after the end of the process that it is about.
     */
    void verdict(Place where, PlaceVerdict verdict);

    /**
     * Tells whether the worker of this process has joined and not asked to leave. Its end is a loss, whatever its code.
     */
    default boolean isComputing(Place where, long pid) {
        return false;
    }

    /** A process ended. */
    void ended(Place where, LaunchEnd how);

    /** A process is no longer watched and may live on: only its lease shows its end. */
    void unwatched(Place where, String why);

    /** Says what the run could use now; asked each second by a launcher that can choose how many workers it has. */
    default CompletableFuture<PoolNeeds> needs() {
        return CompletableFuture.completedFuture(PoolNeeds.UNKNOWN);
    }

    /** A line for the user, such as the reason why a job waits. */
    void news(String line);

    /**
     * No process of this launcher is left and none will be started.
     *
     * @param lastWords last output of the process that ended last, or why none was started; several lines
     */
    void allGone(String lastWords);
}
