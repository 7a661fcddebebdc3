package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;
import java.util.List;

/** What a policy may look at when it sizes one chunk for one slot. The symbols are those of the table of policies. */
public interface Allocation {
    /** N: units in the cycle. */
    long units();

    /** R: units not yet assigned, at least 1. */
    long unassigned();

    /**
     * p: slots that share the work, at least 1: those that are there, or those that are expected when they are more.
     */
    int slots();

    /** w: the weight of the slot, where the weights of all slots sum to p. 1 when all are alike. */
    double weight();

    /** k: the number of this allocation in the cycle, from 0. */
    long number();

    /** The worker whose slot asks. */
    WorkerId worker();

    /** How many slots that worker has. */
    int workerSlots();

    /** How long units take on that worker, as far as it is known. */
    UnitTimes times();

    /** What was measured of all slots together. */
    Measured measured();

    /**
     * Weights of all workers that take work, in the order of their ids. Slots that are expected and not there yet are
     * not among them and weigh 1 each. Costs as much as there are workers: for plans, not for each chunk.
     */
    List<Share> shares();

    /** A worker's weight, which each of its slots has. */
    record Share(WorkerId worker, int slots, double weight) {}
}
