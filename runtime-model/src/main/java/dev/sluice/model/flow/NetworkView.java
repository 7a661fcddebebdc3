package dev.sluice.model.flow;

import java.util.List;

/**
 * Hosts, the links that they hang on, and the links that these hang on (model.md §3). A tree where each link but one
 * has one parent, of any depth; otherwise a graph without cycles among links. Immutable; links and hosts are named by
 * their index in the lists.
 */
public record NetworkView(String name, List<Link> links, List<Host> hosts) {
    /** @throws IllegalArgumentException for an index out of range, a name used twice, a cycle among links, no link */
    public NetworkView {
        links = List.copyOf(links);
        hosts = List.copyOf(hosts);
        ViewRules.check(links, hosts);
    }

    /** Whether there is one path between any two hosts: one root, and one parent for each other link. O(links). */
    public boolean tree() {
        return ViewRules.tree(links);
    }

    /** Index of the host with this name, or -1. O(hosts). */
    public int host(String hostName) {
        for (int i = 0; i < hosts.size(); i++) {
            if (hosts.get(i).name().equals(hostName)) {
                return i;
            }
        }
        return -1;
    }
}
