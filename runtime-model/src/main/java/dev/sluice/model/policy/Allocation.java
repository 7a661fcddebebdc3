package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;
import java.util.List;

/** The input of a policy when it sizes one chunk for one slot. The symbols are those of the table of policies. */
public interface Allocation {
    /** N: units in the cycle. */
    long units();

    /** R: units not yet assigned, at least 1. */
    long unassigned();

    /** p: the number of slots that share the work, at least 1: the larger of active and expected slots. */
    int slots();

    /** w: the weight of the slot. The weights of all slots sum to p; equal slots weigh 1. */
    double weight();

    /** The worker of the requesting slot. */
    WorkerId worker();

    /** Number of slots of that worker. */
    int workerSlots();

    /** Measured unit times of that worker. */
    UnitTimes times();

    /** Measurements over all slots. */
    Measured measured();

    /**
     * Weights of all workers that take work, in the order of their ids. Expected slots that have not joined are left
     * out and weigh {@link #awaitedWeight} each. O(workers): call it for plans, not for each chunk.
     */
    List<Share> shares();

    /** The weight of each expected slot that has not joined; above 0. */
    default double awaitedWeight() {
        return 1;
    }

    /** The weight of each slot of a worker. */
    record Share(WorkerId worker, int slots, double weight) {}
}
