package dev.sluice.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * A test network and who is where in it.
 *
 * @param view its file
 * @param master the master's host
 * @param address that host's
 * @param workers hosts of one worker each, of one slot
 */
record Network(Path view, String master, String address, List<String> workers) {
    Network {
        workers = List.copyOf(workers);
    }
}
