package dev.sluice.benchmarks.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * A test network and who is where in it.
 *
 * @param view its file
 * @param master the master's host
 * @param address that host's
 * @param children of the master: hosts of one worker each, of one slot, or {@code HOST=HOST+HOST}, a host with a
 *     sub-master and those of its workers
 */
public record NetworkRoles(Path view, String master, String address, List<String> children) {
    public NetworkRoles {
        children = List.copyOf(children);
    }
}
