package dev.sluice.model.pool;

import static dev.sluice.model.pool.PlacingSeat.EXACT;
import static dev.sluice.model.pool.PlacingSeat.NEEDIEST;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One decision: turns shares into slots of hosts, and moves as few slots as possible.
 *
 * <p>The excess of a run is the number of its slots, promised ones included, minus its share. Any excess between minus
 * and plus the largest step of a host is a rounding, and only turns change it. A run beyond is brought back. No move
 * leads beyond, so that a constant input leads to turns alone.
 */
final class SlotPlacing {
    private final List<PoolHost> hosts;
    private final List<PlacingSeat> seats;

    /** Slots by host that no run holds. */
    private final int[] free;

    /** Slots by host that drain and are not promised yet. */
    private final int[] coming;

    private final int largestStep;
    private long steps;

    SlotPlacing(List<PoolHost> hosts, List<PlacingSeat> seats) {
        this.hosts = hosts;
        this.seats = seats;
        this.free = hosts.stream().mapToInt(PoolHost::slots).toArray();
        this.coming = new int[hosts.size()];
        this.largestStep = hosts.stream().mapToInt(PoolHost::step).max().orElse(1);
    }

    /** Notes a holding, before the decision; the run is -1 if it is over. */
    void hold(int run, int host, PoolHolding holding) {
        int lasting = run < 0 ? 0 : holding.slots() - holding.draining();
        free[host] -= holding.slots();
        coming[host] += holding.slots() - lasting;
        if (run >= 0) {
            seats.get(run).hold(host, lasting, holding.draining());
        }
    }

    PoolDecision decide() {
        drainClosedHosts();
        seats.forEach(this::drainExcess);
        give(free, false);
        give(coming, true);
        balance();
        takeTurns();
        return decision();
    }

    /** Counted steps, for the bound of the cost. */
    long steps() {
        return steps;
    }

    private void drainClosedHosts() {
        for (PlacingSeat seat : seats) {
            for (int host : seat.hosts()) {
                steps++;
                if (hosts.get(host).closed()) {
                    drain(seat, host, seat.slotsOn(host));
                }
            }
        }
        for (int host = 0; host < free.length; host++) {
            boolean closed = hosts.get(host).closed();
            free[host] = closed ? 0 : Math.max(0, free[host]);
            coming[host] = closed ? 0 : coming[host];
        }
    }

    private void drain(PlacingSeat seat, int host, int count) {
        steps++;
        seat.drain(host, count);
        coming[host] += count;
    }

    /** Drains slots far beyond the share or beyond the limit, even if no other run can use them. */
    private void drainExcess(PlacingSeat seat) {
        while (seat.isOverLimit() || seat.excess() >= largestStep - EXACT) {
            int host = seat.nextDrain(hosts);
            if (host < 0) {
                return;
            }
            drain(seat, host, hosts.get(host).step());
        }
    }

    /** Gives slots to runs below their shares: free ones at once, draining ones as promises. */
    private void give(int[] slots, boolean draining) {
        Map<Integer, List<Integer>> bySteps = new TreeMap<>(Comparator.reverseOrder());
        for (int host = 0; host < slots.length; host++) {
            steps++;
            if (slots[host] >= hosts.get(host).step()) {
                bySteps.computeIfAbsent(hosts.get(host).step(), step -> new ArrayList<>())
                        .add(host);
            }
        }
        bySteps.forEach((step, group) -> {
            int blocks = group.stream().mapToInt(host -> slots[host] / step).sum();
            place(expect(step, blocks), group, slots, draining);
        });
    }

    /** Blocks of this many slots by run. The first run in the order gets the next block, while one misses slots. */
    private Map<PlacingSeat, Integer> expect(int step, int blocks) {
        PriorityQueue<PlacingSeat> queue = new PriorityQueue<>(PlacingSeat.next(largestStep));
        seats.stream().filter(seat -> seat.misses(step)).forEach(queue::add);
        Map<PlacingSeat, Integer> counts = new LinkedHashMap<>();
        for (int left = blocks; left > 0 && !queue.isEmpty(); left--) {
            steps++;
            PlacingSeat seat = queue.remove();
            seat.expect(step);
            counts.merge(seat, 1, Integer::sum);
            if (seat.misses(step)) {
                queue.add(seat);
            }
        }
        return counts;
    }

    /** Chooses hosts run by run, the fastest and emptiest hosts first, so that a run has few and large workers. */
    private void place(Map<PlacingSeat, Integer> counts, List<Integer> group, int[] slots, boolean draining) {
        List<Integer> order = new ArrayList<>(group);
        order.sort(Comparator.comparingDouble((Integer host) -> -hosts.get(host).speed())
                .thenComparingInt(host -> -slots[host]));
        int next = 0;
        for (Map.Entry<PlacingSeat, Integer> entry : counts.entrySet()) {
            for (int left = entry.getValue(); left > 0; ) {
                steps++;
                int host = order.get(next);
                int step = hosts.get(host).step();
                int blocks = Math.min(left, slots[host] / step);
                if (blocks > 0) {
                    entry.getKey().place(host, blocks * step, draining);
                    slots[host] -= blocks * step;
                    left -= blocks;
                } else {
                    next++;
                }
            }
        }
    }

    /** Moves slots from the runs with the greatest excess to runs that are far below their shares. */
    private void balance() {
        seats.forEach(PlacingSeat::restartDrains);
        TreeSet<PlacingSeat> order = new TreeSet<>(NEEDIEST);
        order.addAll(seats);
        while (order.size() > 1) {
            steps++;
            PlacingSeat rich = order.last();
            PlacingSeat poor = order.first();
            if (poor.excess() > EXACT - largestStep) {
                return;
            }
            int host = rich.nextDrain(hosts);
            int step = host < 0 ? 0 : hosts.get(host).step();
            if (host < 0 || rich.excess() - poor.excess() <= step + EXACT) {
                order.remove(rich);
            } else if (!poor.mayTake(step)) {
                order.remove(poor);
            } else {
                order.remove(rich);
                order.remove(poor);
                move(rich, poor, host);
                order.add(rich);
                order.add(poor);
            }
        }
    }

    private void move(PlacingSeat from, PlacingSeat to, int host) {
        int step = hosts.get(host).step();
        drain(from, host, step);
        coming[host] -= step;
        to.expect(step);
        to.place(host, step, true);
    }

    /**
     * Lets runs that share a slot take turns: a run above its share gives it to one below, once the latter lags behind
     * by more than a turn. Each of them moves at most once in a decision.
     */
    private void takeTurns() {
        seats.forEach(PlacingSeat::restartDrains);
        List<PlacingSeat> above = seats.stream()
                .filter(seat -> seat.excess() > EXACT)
                .sorted(Comparator.comparingDouble(PlacingSeat::lag))
                .toList();
        List<PlacingSeat> below = seats.stream()
                .filter(seat -> seat.excess() < -EXACT)
                .sorted(Comparator.comparingDouble(seat -> -seat.lag()))
                .toList();
        int giver = 0;
        for (PlacingSeat taker : below) {
            for (boolean moved = false; giver < above.size() && !moved; giver++) {
                steps++;
                PlacingSeat seat = above.get(giver);
                int host = seat.nextDrain(hosts);
                if (host < 0) {
                    continue;
                }
                int step = hosts.get(host).step();
                double turn = (double) step * Math.max(seat.turnNanos(), taker.turnNanos());
                if (taker.lag() - seat.lag() <= turn || !taker.mayTake(step)) {
                    break;
                }
                move(seat, taker, host);
                moved = true;
            }
        }
    }

    private PoolDecision decision() {
        List<SlotGrant> grants = new ArrayList<>();
        List<SlotMove> drains = new ArrayList<>();
        List<SlotMove> moves = new ArrayList<>();
        Map<String, Double> shares = new LinkedHashMap<>();
        for (PlacingSeat seat : seats) {
            seat.addGrants(hosts, grants);
            seat.addMoves(hosts, true, drains);
            seat.addMoves(hosts, false, moves);
            shares.put(seat.run().id(), seat.share());
        }
        drains.addAll(moves);
        int idle = 0;
        for (int host = 0; host < free.length; host++) {
            idle += free[host] + coming[host];
        }
        return new PoolDecision(grants, drains, shares, idle);
    }
}
