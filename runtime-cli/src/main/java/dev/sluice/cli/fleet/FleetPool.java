package dev.sluice.cli.fleet;

import dev.sluice.pool.PoolView;
import java.util.Collection;

/** The pool, as a fleet sees it: the agent of a task is the host with the task's id as its name. */
interface FleetPool {
    /** The present state. */
    PoolView view() throws InterruptedException;

    /** Lets the workers of tasks leave, also of those whose agents have yet to join. */
    void retire(Collection<String> tasks) throws InterruptedException;

    /** Removes the hosts of tasks that are over. */
    void forget(Collection<String> tasks) throws InterruptedException;
}
