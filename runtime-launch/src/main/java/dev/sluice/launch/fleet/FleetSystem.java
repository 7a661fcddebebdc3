package dev.sluice.launch.fleet;

import dev.sluice.launch.LaunchException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A system that starts agents on request: Slurm, or a script of the user.
 *
 * <p>All methods may block for as long as the system's commands take. One thread calls them. The agent of a task has
 * the task's id as its name ({@code join --name}), so that the pool knows which agent belongs to which task.
 */
public interface FleetSystem {
    /** The state of a task that the system knows. */
    enum TaskStatus {
        /** The task waits for its turn. */
        QUEUED,
        /** The task runs. */
        RUNNING,
        /** The task ended without success. */
        FAILED
    }

    /**
     * Checks that tasks can be started at all.
     *
     * @throws LaunchException if none can, with offence, expectation and remedy
     */
    void check() throws LaunchException, InterruptedException;

    /**
     * Submits tasks, each of which becomes one agent.
     *
     * @param tasks at least 1
     * @return one id for each task, without blanks; perhaps fewer than asked for
     * @throws LaunchException if the system refused all
     */
    List<String> start(int tasks) throws LaunchException, InterruptedException;

    /**
     * Tasks that the system knows, queued or running, by their ids. Tasks that ended may be missing.
     *
     * @throws LaunchException if the system does not answer
     */
    Map<String, TaskStatus> status() throws LaunchException, InterruptedException;

    /**
     * The tasks of this pool that the system can tell from all others. The pool asks when it starts and after a
     * submission without an answer, and takes over those that it does not know. A system that cannot tell them apart
     * names none.
     *
     * @throws LaunchException if the system does not answer
     */
    default Collection<String> own() throws LaunchException, InterruptedException {
        return List.of();
    }

    /** The last words of a task, such as its last line; empty if nothing is. */
    default String story(String task) {
        return "";
    }

    /**
     * Ends tasks, queued or running. Unknown ones are ignored.
     *
     * @throws LaunchException if the system does not answer
     */
    void stop(Collection<String> tasks) throws LaunchException, InterruptedException;

    /** The lines that {@code --dry-run} prints: commands and files of a submission of so many tasks. */
    List<String> dryRun(int tasks);
}
