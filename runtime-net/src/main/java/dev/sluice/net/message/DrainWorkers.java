package dev.sluice.net.message;

import java.util.List;

/**
 * Operator to master: these workers shall leave.
 *
 * @param workers each a worker's id, a host, or {@link #ALL}
 */
public record DrainWorkers(List<String> workers) implements Message {
    public static final String ALL = "all";

    public DrainWorkers {
        Checks.between("workers", workers.size(), 1, 1_024);
        workers = List.copyOf(workers);
    }
}
