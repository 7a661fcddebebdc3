package dev.sluice.model.tune;

import dev.sluice.model.flow.Wire;
import java.util.List;

/**
 * Hosts that share a way to the master, as the run has measured it.
 *
 * @param number stays the same for the whole run
 * @param far whether the way is long enough for a sub-master to shorten anything
 * @param possible whether a sub-master is there or can be started there
 * @param wire between the site and the master; down is towards the site
 * @param hosts with workers that take work
 */
public record TreeSite(int number, String name, boolean far, boolean possible, Wire wire, List<TreeHost> hosts) {
    private static final int LEAST_HOSTS = 2;

    public TreeSite {
        hosts = List.copyOf(hosts);
    }

    /**
     * A worker's host.
     *
     * @param speed of a slot at units, relative to the mean of all slots; above 0
     */
    public record TreeHost(int slots, double speed) {}

    /** Tells whether a sub-master of the site can pay: it is far, and things can be carried once for several hosts. */
    public boolean mayGetSubMaster() {
        return far && possible && hosts.size() >= LEAST_HOSTS;
    }

    /** Slots of all hosts. */
    int slots() {
        return hosts.stream().mapToInt(TreeHost::slots).sum();
    }
}
