package dev.sluice.master;

import dev.sluice.net.message.PoolNeeds;
import java.util.concurrent.CompletableFuture;

/** Listens to the processes that are started for a run. Any thread. */
public interface Launched {
    /** A process was started for this run; its worker will register with this host's name and process id. */
    void processStarted(String host, long pid, int slots);

    /** A process that was started for this run died. */
    void processDied(String host, long pid);

    /** No worker is left and none will come: the run ends like this. */
    void allGone(RunEnd how);

    /** Says what the run could use now, for a pool of workers. */
    CompletableFuture<PoolNeeds> needs();
}
