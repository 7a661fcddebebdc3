package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetRequest;
import dev.sluice.cli.launch.WorkersToStart;
import org.jspecify.annotations.Nullable;

/**
 * The agents that a pool starts.
 *
 * @param workers agents that are always there
 * @param fleet agents that come and go with the work; null for none
 */
record PoolMembers(WorkersToStart workers, @Nullable FleetRequest fleet) {
    /** Returns whether agents run on other machines. */
    boolean others() {
        return workers.others() || fleet != null;
    }
}
