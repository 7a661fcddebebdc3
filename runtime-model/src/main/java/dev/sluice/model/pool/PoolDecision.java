package dev.sluice.model.pool;

import java.util.List;
import java.util.Map;

/**
 * The outcome of a division.
 *
 * @param grants targets by run and host, in the order of runs
 * @param moves to be carried out now: first all drains, then all growth
 * @param shares the fair share of each run [slots], not rounded
 * @param idleSlots open slots that no run can use now
 */
public record PoolDecision(List<SlotGrant> grants, List<SlotMove> moves, Map<String, Double> shares, int idleSlots) {
    public PoolDecision {
        grants = List.copyOf(grants);
        moves = List.copyOf(moves);
        shares = Map.copyOf(shares);
    }
}
