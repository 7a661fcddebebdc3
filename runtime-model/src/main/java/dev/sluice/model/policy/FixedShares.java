package dev.sluice.model.policy;

import dev.sluice.model.WorkerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * FIXED: N·w/p units for each slot in one allocation, rounded by largest remainder, so that the sum is N. Shares of
 * expected slots are reserved. If slots join or leave, slots without a share divide the remaining units. If units
 * return from a lost worker after every slot had its share, they are shared out in a new round. A worker that joins
 * with another weight than its share was reserved for gets its own share; the shares of others follow.
 */
final class FixedShares implements ChunkPolicy {
    /** Reserved shares by worker: at most one for each of its slots, none of them 0. */
    private final Map<WorkerId, Deque<Long>> kept = new HashMap<>();

    /** Shares reserved for expected slots. */
    private final Deque<Long> expected = new ArrayDeque<>();

    /** Number of shares given in this round by worker; at most its number of slots. */
    private final Map<WorkerId, Integer> served = new HashMap<>();

    /** Number of slots by worker that the shares were planned for. */
    private final Map<WorkerId, Integer> known = new HashMap<>();

    /** Number of slots that the shares were planned for; 0 if a new plan is needed. */
    private int planned;

    /** The weight for which shares of expected slots were reserved. */
    private double expectedWeight = 1;

    @Override
    public long chunk(Allocation allocation) {
        boolean used = kept.isEmpty() && expected.isEmpty();
        boolean isNew = !kept.containsKey(allocation.worker()) && isUnknown(allocation);
        if (planned != allocation.slots()
                || used
                || isNew && (expected.isEmpty() || weighsOtherThanExpected(allocation))) {
            plan(allocation);
        }
        Deque<Long> mine = sharesFor(allocation);
        return mine.isEmpty() ? 0 : Math.min(mine.element(), allocation.unassigned());
    }

    /** The worker's own shares. A slot that the plan does not know takes the share of an expected one. */
    private Deque<Long> sharesFor(Allocation allocation) {
        Deque<Long> own = kept.get(allocation.worker());
        if (own != null) {
            return own;
        }
        return isUnknown(allocation) ? expected : new ArrayDeque<>();
    }

    private boolean isUnknown(Allocation allocation) {
        int slots = allocation.workerSlots();
        return served.getOrDefault(allocation.worker(), 0) < slots
                && known.getOrDefault(allocation.worker(), 0) < slots;
    }

    /** True if the weight of a slot that joined differs from the one that its share was reserved for. */
    private boolean weighsOtherThanExpected(Allocation allocation) {
        return Math.abs(allocation.weight() - expectedWeight) > 1e-9 * expectedWeight;
    }

    /** Divides the remaining units among the slots without a share in this round, or among all if each had one. */
    private void plan(Allocation allocation) {
        List<Allocation.Share> shares = allocation.shares();
        int there = 0;
        int given = 0;
        for (Allocation.Share share : shares) {
            there += share.slots();
            given += served.getOrDefault(share.worker(), 0);
        }
        int awaited = Math.max(0, allocation.slots() - there);
        if (given >= there && awaited == 0) {
            served.clear();
        }
        kept.clear();
        known.clear();
        expected.clear();
        planned = allocation.slots();
        expectedWeight = allocation.awaitedWeight();

        List<Deque<Long>> places = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (Allocation.Share share : shares) {
            Deque<Long> place = new ArrayDeque<>();
            kept.put(share.worker(), place);
            known.put(share.worker(), share.slots());
            for (int slot = served.getOrDefault(share.worker(), 0); slot < share.slots(); slot++) {
                places.add(place);
                weights.add(share.weight());
            }
        }
        for (int slot = 0; slot < awaited; slot++) {
            places.add(expected);
            weights.add(expectedWeight);
        }
        long[] parts = LargestRemainder.parts(allocation.unassigned(), weights);
        for (int i = 0; i < parts.length; i++) {
            if (parts[i] > 0) {
                places.get(i).add(parts[i]);
            }
        }
        kept.values().removeIf(Deque::isEmpty);
    }

    @Override
    public void assigned(Allocation allocation, long units) {
        Deque<Long> from = sharesFor(allocation);
        long share = from.remove();
        if (units < Math.min(share, allocation.unassigned())) {
            from.addFirst(share - units);
            return; // the rest of the share is in another range
        }
        served.merge(allocation.worker(), 1, Integer::sum);
        if (from.isEmpty()) {
            kept.remove(allocation.worker(), from);
        }
    }

    @Override
    public ChunkPolicy continued() {
        return new FixedShares();
    }

    @Override
    public boolean feedsAhead() {
        return false;
    }

    @Override
    public void workerGone(WorkerId worker) {
        served.remove(worker);
        planned = 0;
    }
}
