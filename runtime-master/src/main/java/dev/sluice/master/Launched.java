package dev.sluice.master;

/** Told of the processes that are started for a run. Any thread. */
public interface Launched {
    /** A process is started for this run; its worker will register with this host's name and process id. */
    void processStarted(String host, long pid, int slots);

    /** A process that was started for this run died. */
    void processDied(String host, long pid);

    /** Nobody is left to compute: the run ends like this. */
    void allGone(RunEnd how);
}
