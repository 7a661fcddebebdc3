package dev.sluice.master.tune;

/** A place beside the master loop where the tuner computes. Tasks run one at a time, in the order of the calls. */
public interface Beside {
    /** Runs the task soon. Called on the master loop; after {@link #close} without effect. */
    void execute(Runnable task);

    /** Processor time of the place so far [ns]. Called by tasks only. */
    long cpuNanos();

    /** Drops tasks that have not begun. Called on the master loop. */
    void close();
}
