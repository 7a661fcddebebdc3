package dev.sluice.hosts;

import java.util.List;

/**
 * Hosts that were told together. Immutable.
 *
 * @param kind how they were written down
 * @param source where: a file, or the variable of a batch system
 * @param hosts in the order told; at least one, each once
 */
public record HostList(HostKind kind, String source, List<HostSpec> hosts) {
    public HostList {
        hosts = List.copyOf(hosts);
    }
}
