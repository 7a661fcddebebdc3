package dev.sluice.model.flow;

import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Places the master: computes the achievable rate of every candidate (model.md §4). On a tree, all candidates together
 * take O(hosts + links). On a graph with several paths, each link with hosts takes one maximum flow. Immutable.
 */
public final class Placement {
    private final NetworkView view;
    private final UnitCapacities capacities;
    private final boolean masterComputes;
    private final double[] rates;

    private Placement(NetworkView view, UnitCapacities capacities, boolean masterComputes, double[] rates) {
        this.view = view;
        this.capacities = capacities;
        this.masterComputes = masterComputes;
        this.rates = rates;
    }

    /** Solves a view for a master that does not compute. */
    public static Placement solve(NetworkView view, UnitCosts costs) {
        return solve(view, costs, false);
    }

    /**
     * @param masterComputes true if the master's host is a worker too; its slots and the master's work share its
     *     processors
     * @throws IllegalArgumentException for a view without hosts
     */
    public static Placement solve(NetworkView view, UnitCosts costs, boolean masterComputes) {
        if (view.hosts().isEmpty()) {
            throw new IllegalArgumentException(view.name() + ": no hosts (expected: at least one)");
        }
        UnitCapacities capacities = new UnitCapacities(view, costs);
        double[] reaching = view.tree() ? TreeRates.reaching(view, capacities) : GraphFlow.reaching(view, capacities);
        double[] rates = capacities.arriving(reaching);
        for (int h = 0; h < rates.length; h++) {
            rates[h] = masterComputes
                    ? MasterShare.of(view, capacities, h, true).rate(rates[h])
                    : Math.min(rates[h], capacities.master[h]);
        }
        return new Placement(view, capacities, masterComputes, rates);
    }

    /** The solved view. */
    public NetworkView view() {
        return view;
    }

    UnitCapacities capacities() {
        return capacities;
    }

    /** The rate with the master on this host [units/s]. */
    public double rate(int master) {
        return rates[master];
    }

    /** The host with the greatest rate. Ties go to the first in the view. */
    public int best() {
        int best = 0;
        for (int h = 1; h < rates.length; h++) {
            best = rates[h] * (1 - FlowLimits.ROUNDING) > rates[best] ? h : best;
        }
        return best;
    }

    /** All candidates in descending order of rate, ties in the order of the view. O(hosts·log hosts) */
    public int[] ranking() {
        return IntStream.range(0, rates.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer host) -> -rates[host]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The flow with the master on this host, and its bottlenecks. O(hosts·log hosts + links) on a tree. */
    public FlowSolution solution(int master) {
        return solution(master, host -> true);
    }

    /**
     * The flow with these workers only; the others stay idle.
     *
     * @param workers indices of hosts; the master is ignored
     */
    public FlowSolution solution(int master, int[] workers) {
        boolean[] chosen = new boolean[rates.length];
        for (int worker : workers) {
            chosen[worker] = worker != master;
        }
        return solution(master, host -> chosen[host]);
    }

    private FlowSolution solution(int master, IntPredicate chosen) {
        int[] preferred = Preference.among(capacities, master, chosen);
        MasterShare share = MasterShare.of(view, capacities, master, masterComputes);
        return view.tree()
                ? new TreeFlow(view, capacities, master, share).solve(preferred)
                : new GraphFlow(view, capacities, master, share).solve(preferred);
    }
}
