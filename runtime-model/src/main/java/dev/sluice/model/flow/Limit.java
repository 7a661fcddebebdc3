package dev.sluice.model.flow;

/**
 * A fully used resource, and the gain from more of it.
 *
 * @param index index of the host, or of the link; -1 for a resource of the run
 * @param capacity capacity of the resource [units/s]
 * @param rateIfDoubled the achievable rate with twice this resource and all else unchanged; for a latency, with half of
 *     it [units/s]
 */
public record Limit(Kind kind, int index, double capacity, double rateIfDoubled) {
    /** The kinds of resources. */
    public enum Kind {
        /** A resource that the units of all hosts divide, such as licences. */
        RESOURCE,
        /** The master's processor. */
        MASTER,
        /** The wire between the master's host and its link. */
        MASTER_PORT,
        /** A link: its wire to the parent, or its shared medium. */
        LINK,
        /** The wire between a worker's host and its link. */
        WORKER_PORT,
        /** All slots of a worker. */
        WORKER,
        /** The latency between master and worker: only so many units may be away at a time. */
        LATENCY
    }
}
