package dev.sluice.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * A test network and the roles of its hosts.
 *
 * @param view its file
 * @param master the master's host
 * @param address the master's address
 * @param children children of the master: hosts with one worker of one slot each, or {@code HOST=HOST+HOST}, a host
 *     with a sub-master and the hosts of its workers
 */
public record NetworkRoles(Path view, String master, String address, List<String> children) {
    public NetworkRoles {
        children = List.copyOf(children);
    }
}
