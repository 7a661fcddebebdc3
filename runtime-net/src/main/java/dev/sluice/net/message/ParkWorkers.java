package dev.sluice.net.message;

import java.util.List;

/**
 * Operator to master: parks workers, or lets them work again.
 *
 * @param parked whether they are parked; else they work again
 * @param workers each a worker's id or a host
 */
public record ParkWorkers(boolean parked, List<String> workers) implements Message {
    public ParkWorkers {
        Checks.between("workers", workers.size(), 1, 1_024);
        workers = List.copyOf(workers);
    }
}
