package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;
import java.util.HashMap;
import java.util.Map;

/**
 * FIXED: N/p for each slot in one allocation, the first N mod p slots getting one more, so that the sum is N. Shares of
 * slots that are expected are kept for them. When units come back from a lost worker after every slot had its share,
 * they are shared out again in a new round.
 */
final class FixedShares implements ChunkPolicy {
    /** Allocations of this round by worker; never more than its slots. */
    private final Map<WorkerId, Integer> served = new HashMap<>();

    private int servedInAll;

    @Override
    public long chunk(Allocation allocation) {
        if (servedInAll >= allocation.slots()) {
            served.clear();
            servedInAll = 0;
        }
        int had = served.getOrDefault(allocation.worker(), 0);
        if (had >= allocation.workerSlots()) {
            return 0;
        }
        int waiting = allocation.slots() - servedInAll;
        return (allocation.unassigned() - 1) / waiting + 1;
    }

    @Override
    public void assigned(Allocation allocation) {
        served.merge(allocation.worker(), 1, Integer::sum);
        servedInAll++;
    }

    @Override
    public boolean feedsAhead() {
        return false;
    }

    @Override
    public void workerGone(WorkerId worker) {
        Integer had = served.remove(worker);
        if (had != null) {
            servedInAll -= had;
        }
    }
}
