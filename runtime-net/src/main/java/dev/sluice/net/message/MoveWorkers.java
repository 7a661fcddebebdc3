package dev.sluice.net.message;

import java.util.List;

/**
 * Operator to master: moves workers to another master of the run, or removes sub-masters.
 *
 * @param workers each a worker's id, such as "w3" or "w2/w1", or a host; sub-masters if {@code to} is empty
 * @param to "master", or the id or host of a sub-master; empty: the workers of the named sub-masters move to the
 *     master, and the sub-masters leave
 */
public record MoveWorkers(List<String> workers, String to) implements Message {
    /** The name of the master as a destination. */
    public static final String MASTER = "master";

    public MoveWorkers {
        Checks.between("workers", workers.size(), 1, 1_024);
        workers = List.copyOf(workers);
    }
}
