package dev.sluice.model.simulate;

/**
 * What an application asks of machines and network: cycles of units, how long each unit computes, and how large what
 * travels for it is. Each number follows from cycle and unit alone: it may be asked for in any order, and again for a
 * unit that is computed again. Read by one thread. {@link Workloads} makes them.
 */
public interface Workload {
    /**
     * Units of the application that each of these stands for, put together so that there are fewer to simulate: where
     * the runtime counts units, these count so often.
     */
    default long together() {
        return 1;
    }

    /** Number of cycles, at least 1. */
    int cycles();

    /** Units of this cycle, 0 or more. */
    long units(int cycle);

    /** Size of the data that each worker needs before this cycle [bytes]. */
    long setupBytes(int cycle);

    /** How long the unit computes on a slot of speed 1, all of it available [ns]. */
    long computeNanos(int cycle, long unit);

    /** Encoded size of the unit [bytes]. */
    long inputBytes(int cycle, long unit);

    /** Encoded size of its result [bytes]; what is larger than the limit for inline results is offered first. */
    long resultBytes(int cycle, long unit);

    /** How long a master of speed 1 needs to accept its result, all of it available [ns]. */
    long acceptNanos(int cycle, long unit);

    /** Encoded size of the value into which a worker folds its results, where they are accumulated [bytes]. */
    default long foldedBytes(int cycle) {
        return units(cycle) == 0 ? 0 : resultBytes(cycle, 0);
    }

    /** How long a master of speed 1 needs to merge such a value [ns]. */
    default long mergeNanos(int cycle) {
        return units(cycle) == 0 ? 0 : acceptNanos(cycle, 0);
    }
}
