package dev.sluice.model.simulate;

import dev.sluice.model.schedule.Event;
import java.util.List;

/**
 * The load of an application: cycles of units, with the compute time and the sizes of each unit. Each number is a pure
 * function of cycle and unit: it may be requested in any order, and again if a unit is computed again. Read by one
 * thread. {@link Workloads} creates workloads.
 */
public interface Workload {
    /**
     * Number of application units per simulated unit, merged to simulate fewer of them. Rules of the runtime that count
     * units count each simulated unit this many times.
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

    /** Compute time of the unit on a fully available slot of speed 1 [ns]. */
    long computeNanos(int cycle, long unit);

    /**
     * Share of the units' times in which they use their processors, 0 to 1. The rest is not slowed by load, only by a
     * lower speed.
     */
    default double cpuShare() {
        return 1;
    }

    /** The units of this cycle that need other than one slot. The sets must not be modified. */
    default List<Event.Sized> kinds(int cycle) {
        return List.of();
    }

    /**
     * The last units of this cycle, which come while it is open, in their order; none if all are known at its begin.
     */
    default List<Growth> growth(int cycle) {
        return List.of();
    }

    /** Encoded size of the unit [bytes]. */
    long inputBytes(int cycle, long unit);

    /** Encoded size of its result [bytes]; results above the limit for inline results are offered first. */
    long resultBytes(int cycle, long unit);

    /** Time of a fully available master of speed 1 to accept its result [ns]. */
    long acceptNanos(int cycle, long unit);

    /** Encoded size of the accumulated value of a worker [bytes]. */
    default long foldedBytes(int cycle) {
        return units(cycle) == 0 ? 0 : resultBytes(cycle, 0);
    }

    /** Time of a master of speed 1 to merge an accumulated value [ns]. */
    default long mergeNanos(int cycle) {
        return units(cycle) == 0 ? 0 : acceptNanos(cycle, 0);
    }
}
