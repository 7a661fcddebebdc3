package dev.sluice.model.tune;

import dev.sluice.model.flow.Wire;
import java.util.List;

/**
 * Hosts that share a way to the master, as the run has measured it.
 *
 * @param number stays the same for the whole run
 * @param far whether the way is long enough for a sub-master to shorten anything
 * @param of the site of which this is a group of hosts, behind the same switch as the master; empty for a whole site
 * @param possible whether a sub-master is there or can be started there
 * @param wire between the site and the master; down is towards the site
 * @param hosts with workers that take work
 */
public record TreeSite(
        int number, String name, boolean far, String of, boolean possible, Wire wire, List<TreeHost> hosts) {
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

    /**
     * Tells whether a sub-master of the site can pay: it is far, or all sites behind the switch get one, and things can
     * be carried once for several hosts.
     */
    public boolean mayGetSubMaster() {
        return (far || isGroup()) && possible && hosts.size() >= LEAST_HOSTS;
    }

    /** Tells whether these hosts differ from those of other sites by nothing but their sub-master. */
    boolean isGroup() {
        return !of.isEmpty();
    }

    /** Slots of all hosts. */
    int slots() {
        return hosts.stream().mapToInt(TreeHost::slots).sum();
    }
}
