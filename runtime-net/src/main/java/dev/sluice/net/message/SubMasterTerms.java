package dev.sluice.net.message;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.schedule.Handout;

/**
 * Master to sub-master, in answer to its first {@link SubMasterSlots}: the terms of the run for every level.
 *
 * @param handout how units are handed out
 * @param mostWorkers workers on which a unit may fail before it is given up
 * @param kept whether workers keep results until they are collected
 * @param probeBytes that a master may send and receive to measure links [bytes/min]
 * @param congestion how many large results may be on their way at once
 * @param resultMemoryBytes for results that each level has received and not yet passed on; 0 for no bound
 * @param planned expected times of units on the hosts below, and their mean for this sub-master
 * @param isolated whether units are computed in separate processes, if the run leaves isolation open
 */
public record SubMasterTerms(
        Handout handout,
        int mostWorkers,
        boolean kept,
        long probeBytes,
        GrantMode congestion,
        long resultMemoryBytes,
        PlannedWeights planned,
        boolean isolated)
        implements Message {
    public SubMasterTerms {
        Checks.between("mostWorkers", mostWorkers, 1, 1 << 20);
        Checks.notNegative("probeBytes", probeBytes);
        Checks.notNegative("resultMemoryBytes", resultMemoryBytes);
        Checks.between("planned hosts", planned.hosts().size(), 0, PlannedWeights.MOST_HOSTS);
    }
}
