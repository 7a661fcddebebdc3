package dev.sluice.net.message;

import java.util.List;

/**
 * Operator to master: changes what workers do, or asks who they are.
 *
 * @param workers each a worker's id, such as "w3" or "w2/w1", or a host; {@link #ALL} where they leave or are listed;
 *     sub-masters if they move, and {@code to} is empty
 * @param to where workers move, {@link #MASTER} or the id or host of a sub-master; empty: the workers of the named
 *     sub-masters move to the master, and the sub-masters leave
 */
public record SteerWorkers(How how, List<String> workers, String to) implements Message {
    /** All workers that are there. */
    public static final String ALL = "all";

    /** The name of the master as a destination. */
    public static final String MASTER = "master";

    /** Changes of a worker, and the question for all workers. A parked one stays connected. */
    public enum How {
        LEAVE,
        PARK,
        UNPARK,
        MOVE,
        LIST
    }

    public SteerWorkers {
        Checks.between("workers", workers.size(), 1, 1_024);
        workers = List.copyOf(workers);
    }

    /** Changes that need no destination. */
    public static SteerWorkers of(How how, List<String> workers) {
        return new SteerWorkers(how, workers, "");
    }

    /** Moves workers. */
    public static SteerWorkers move(List<String> workers, String to) {
        return new SteerWorkers(How.MOVE, workers, to);
    }
}
