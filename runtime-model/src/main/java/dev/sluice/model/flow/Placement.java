package dev.sluice.model.flow;

/**
 * Where the master goes: the achievable rate of every candidate (model.md §4). On a tree all of them together take
 * O(hosts + links); on a graph with several paths, one maximum flow for each link that has hosts. Immutable.
 */
public final class Placement {
    private final NetworkView view;
    private final UnitCosts costs;
    private final boolean masterComputes;
    private final double[] rates;

    private Placement(NetworkView view, UnitCosts costs, boolean masterComputes, double[] rates) {
        this.view = view;
        this.costs = costs;
        this.masterComputes = masterComputes;
        this.rates = rates;
    }

    /** With a master that computes nothing itself. */
    public static Placement solve(NetworkView view, UnitCosts costs) {
        return solve(view, costs, false);
    }

    /**
     * @param masterComputes the master's host is a worker too; its slots and the master's work share its processors
     * @throws IllegalArgumentException for a view without hosts
     */
    public static Placement solve(NetworkView view, UnitCosts costs, boolean masterComputes) {
        throw new UnsupportedOperationException();
    }

    /** With the master on this host [units/s]. */
    public double rate(int master) {
        return rates[master];
    }

    /** The host with the greatest rate; among equals the first in the view. */
    public int best() {
        throw new UnsupportedOperationException();
    }

    /** Who computes how much with the master on this host, and what limits it. O(hosts·log hosts + links) on a tree. */
    public FlowSolution solution(int master) {
        throw new UnsupportedOperationException(view.name() + costs + masterComputes + master);
    }
}
