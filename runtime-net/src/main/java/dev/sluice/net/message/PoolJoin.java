package dev.sluice.net.message;

import dev.sluice.model.RunId;

/**
 * Master to pool, first in a session of a run: it wants workers. The run leaves the pool when the session ends.
 *
 * @param runFile the text of the run's file for workers
 * @param weight share of the run among others, 1 to 1,000
 * @param priority runs of a higher priority get slots first, -100 to 100
 * @param leastSlots that the run needs to be useful
 * @param mostSlots that the run may have
 * @param pid process id of the master
 */
public record PoolJoin(RunId run, String runFile, int weight, int priority, int leastSlots, int mostSlots, long pid)
        implements Message {
    public PoolJoin {
        Checks.between("runFile", runFile.length(), 1, 65_536);
        Checks.between("weight", weight, 1, 1_000);
        Checks.between("priority", priority, -100, 100);
        Checks.between("leastSlots", leastSlots, 0, mostSlots);
        Checks.between("mostSlots", mostSlots, 1, 1 << 24);
        Checks.notNegative("pid", pid);
    }

    /** Without the run file, which has a secret. */
    @Override
    public String toString() {
        return "join of " + run;
    }
}
