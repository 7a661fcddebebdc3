package dev.sluice.model.pool;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** A run in one decision: its share, its slots by host, and what it may give and take. */
final class PlacingSeat {
    /** Shares that differ by less are equal [slots]. */
    static final double EXACT = 1e-6;

    /** The run that misses most of its share comes first. */
    static final Comparator<PlacingSeat> NEEDIEST =
            Comparator.comparingDouble(PlacingSeat::excess).thenComparingInt(seat -> seat.index);

    private final int index;
    private final PoolRun run;
    private final double share;
    private final double lag;
    private final long turnNanos;

    /** Slots by host that did not drain before this decision. */
    private final NavigableMap<Integer, Integer> before = new TreeMap<>();

    /** Slots by host that do not drain after this decision's moves. */
    private final NavigableMap<Integer, Integer> now = new TreeMap<>();

    /** Slots by host that still drain and are then this run's. */
    private final NavigableMap<Integer, Integer> promised = new TreeMap<>();

    /** Hosts in the order in which they are drained; empty before the first use. */
    private List<Integer> drainOrder = List.of();

    private int nextDrain;
    private int slots;
    private int held;

    /**
     * @param lag fair minus actual slot time so far [slot-ns]
     * @param turnNanos time of a turn where the run shares a slot
     */
    PlacingSeat(int index, PoolRun run, double share, double lag, long turnNanos) {
        this.index = index;
        this.run = run;
        this.share = share;
        this.lag = lag;
        this.turnNanos = turnNanos;
    }

    /**
     * The order in which runs get slots: first those that miss more than a rounding, the neediest first, then the
     * others by their lag, so that the run whose turn it is gets the slot.
     */
    static Comparator<PlacingSeat> next(int largestStep) {
        return Comparator.comparingDouble((PlacingSeat seat) -> Math.min(0, seat.excess() + largestStep - EXACT))
                .thenComparingDouble(seat -> -seat.lag())
                .thenComparing(NEEDIEST);
    }

    PoolRun run() {
        return run;
    }

    double share() {
        return share;
    }

    double lag() {
        return lag;
    }

    long turnNanos() {
        return turnNanos;
    }

    /** Slots, promised ones included, minus the share. */
    double excess() {
        return slots - share;
    }

    /** Tells whether the limit allows so many more slots. */
    boolean mayTake(int step) {
        return slots + step <= run.limits().most();
    }

    /** Tells whether the run misses slots and may take so many. */
    boolean misses(int step) {
        return excess() < -EXACT && mayTake(step);
    }

    /** Tells whether the run has more slots than its limit allows. */
    boolean isOverLimit() {
        return slots > run.limits().most();
    }

    /** Notes what the run holds on a host. */
    void hold(int host, int lasting, int draining) {
        held += lasting + draining;
        if (lasting > 0) {
            before.merge(host, lasting, Integer::sum);
            now.merge(host, lasting, Integer::sum);
            slots += lasting;
        }
    }

    /** Slots that the run holds once its growth is carried out; draining ones are still its own. */
    int held() {
        int growth = 0;
        for (Map.Entry<Integer, Integer> entry : now.entrySet()) {
            growth += Math.max(0, entry.getValue() - before.getOrDefault(entry.getKey(), 0));
        }
        return held + growth;
    }

    /** Counts slots whose host is not chosen yet. */
    void expect(int count) {
        slots += count;
    }

    /** Chooses the host of expected slots. */
    void place(int host, int count, boolean draining) {
        (draining ? promised : now).merge(host, count, Integer::sum);
    }

    void drain(int host, int count) {
        now.merge(host, -count, Integer::sum);
        slots -= count;
    }

    /** Begins again with the first host in the order of draining. */
    void restartDrains() {
        nextDrain = 0;
    }

    /** The next host that can give one step; -1 if there is none. */
    int nextDrain(List<PoolHost> hosts) {
        if (drainOrder.isEmpty()) {
            drainOrder = drainOrder(hosts);
        }
        for (; nextDrain < drainOrder.size(); nextDrain++) {
            int host = drainOrder.get(nextDrain);
            int step = hosts.get(host).step();
            int count = now.getOrDefault(host, 0);
            if (count >= step && count <= before.getOrDefault(host, 0)) {
                return mayGive(step) ? host : -1;
            }
        }
        return -1;
    }

    /** The least number of slots binds single slots; larger steps are rounded. */
    private boolean mayGive(int step) {
        return step > 1 || slots - 1 >= Math.floor(Math.min(run.limits().least(), share) + EXACT);
    }

    /** Every second host by speed, then the others, so that a run that gives half keeps its mix of speeds. */
    private List<Integer> drainOrder(List<PoolHost> hosts) {
        List<Integer> bySpeed = before.keySet().stream()
                .sorted(Comparator.comparingDouble(
                        (Integer host) -> -hosts.get(host).speed()))
                .toList();
        List<Integer> order = new ArrayList<>();
        for (int first = 1; first >= 0; first--) {
            for (int i = first; i < bySpeed.size(); i += 2) {
                order.add(bySpeed.get(i));
            }
        }
        return order;
    }

    /** Adds this run's moves: drains or growth. */
    void addMoves(List<PoolHost> hosts, boolean drains, List<SlotMove> moves) {
        now.forEach((host, to) -> {
            int from = before.getOrDefault(host, 0);
            String name = hosts.get(host).name();
            if (drains && to < from) {
                moves.add(new SlotMove.Drain(run.id(), name, from, to));
            } else if (!drains && to > from) {
                moves.add(new SlotMove.Grow(run.id(), name, from, to));
            }
        });
    }

    void addGrants(List<PoolHost> hosts, List<SlotGrant> grants) {
        Map<Integer, Integer> targets = new TreeMap<>(now);
        promised.forEach((host, count) -> targets.merge(host, count, Integer::sum));
        targets.forEach((host, count) -> {
            if (count > 0) {
                grants.add(new SlotGrant(run.id(), hosts.get(host).name(), count));
            }
        });
    }

    /** Hosts with slots that do not drain. */
    List<Integer> hosts() {
        return now.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    int slotsOn(int host) {
        return now.getOrDefault(host, 0);
    }
}
