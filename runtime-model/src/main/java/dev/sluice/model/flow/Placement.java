package dev.sluice.model.flow;

import java.util.Comparator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Places the master: computes the achievable rate of every candidate. On a tree, all candidates together take O(hosts +
 * links). On a graph with several paths, each link with hosts takes one maximum flow. Immutable.
 */
public final class Placement {
    /** Candidates that are solved with latency in any case; in a small view all are. */
    private static final int MOST_SOLVED = 16;

    private static final int MOST_WORK = 1 << 18;

    private final NetworkView view;
    private final UnitCapacities capacities;
    private final boolean masterComputes;
    private final double[] rates;
    private final UnitCosts costs;
    private final LatencyTerms latency;

    private Placement(NetworkView view, UnitCosts costs, boolean masterComputes, LatencyTerms latency, double[] rates) {
        this.view = view;
        this.costs = costs;
        this.capacities = new UnitCapacities(view, costs);
        this.masterComputes = masterComputes;
        this.latency = latency;
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
        return solve(view, costs, masterComputes, LatencyTerms.NONE);
    }

    /**
     * The same with round trips. These depend on the master, so that each candidate is solved anew: all of a small
     * view, and the best ones of a large view, where the other candidates rank behind them.
     */
    public static Placement solve(NetworkView view, UnitCosts costs, boolean masterComputes, LatencyTerms latency) {
        if (view.hosts().isEmpty()) {
            throw new IllegalArgumentException(view.name() + ": no hosts (expected: at least one)");
        }
        double[] rates = new double[view.hosts().size()];
        Placement placement = new Placement(view, costs, masterComputes, latency, rates);
        placement.bounds();
        if (!latency.isNone()) {
            placement.withLatency();
        }
        return placement;
    }

    /** Computes the rate of each candidate without latency. */
    private void bounds() {
        double[] reaching = view.tree() ? TreeRates.reaching(view, capacities) : GraphFlow.reaching(view, capacities);
        double[] arriving = capacities.arriving(reaching);
        for (int h = 0; h < rates.length; h++) {
            rates[h] = masterComputes
                    ? MasterShare.of(view, capacities, h, true).rate(arriving[h])
                    : Math.min(arriving[h], Math.min(capacities.master[h], capacities.run));
        }
    }

    /** Replaces the rates of the best candidates by those with latency; the others get no higher rate than these. */
    private void withLatency() {
        int[] ranking = ranking();
        int solved = (int) Math.min(ranking.length, Math.max(MOST_SOLVED, MOST_WORK / ranking.length));
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < ranking.length; i++) {
            int host = ranking[i];
            rates[host] = i < solved ? solution(host).rate() : Math.min(rates[host], least);
            least = Math.min(least, rates[host]);
        }
    }

    /** The solved view. */
    public NetworkView view() {
        return view;
    }

    /** The needs of the units. */
    UnitMix mix() {
        return costs.mix();
    }

    /** The capacities for a master on this host. */
    UnitCapacities capacities(int master) {
        return latency.isNone() ? capacities : capacities.with(new RoundTrips(view, costs, latency, master));
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
        UnitCapacities there = capacities(master);
        int[] preferred = Preference.among(there, master, chosen);
        MasterShare share = MasterShare.of(view, there, master, masterComputes);
        FlowSolution.Place place = new FlowSolution.Place(view, master, costs);
        return view.tree()
                ? new TreeFlow(place, there, share).solve(preferred)
                : new GraphFlow(place, there, share).solve(preferred);
    }

    /**
     * The rate of every candidate master on a tree, by passing values up and then down once. From below: f(link) =
     * min(wire, medium, Σ hosts + Σ f(children)). From above: g(child) = min(wire, medium of the parent, all that
     * reaches the parent except from this child). A sum without one member is the sum of the members before and after
     * it. Subtracting the member instead would lose small values to rounding. O(hosts + links).
     */
    static final class TreeRates {
        private final UnitCapacities capacities;
        private final Children children;

        /** Per link: the rate that its subtree can send to the parent. */
        private final double[] up;

        /** Per link: the rate that hosts outside its subtree can send to it. */
        private final double[] down;

        private TreeRates(NetworkView view, UnitCapacities capacities) {
            this.capacities = capacities;
            this.children = new Children(view.links());
            this.up = new double[capacities.links()];
            this.down = new double[capacities.links()];
        }

        /** Per link: the maximum rate into it from hosts on other links [units/s]. */
        static double[] reaching(NetworkView view, UnitCapacities capacities) {
            TreeRates rates = new TreeRates(view, capacities);
            rates.passUp();
            rates.passDown();
            return rates.reaching();
        }

        private void passUp() {
            for (int i = children.links() - 1; i >= 0; i--) {
                int link = children.link(i);
                double sum = capacities.workers(link);
                for (int c = children.from(link); c < children.to(link); c++) {
                    sum += up[children.child(c)];
                }
                up[link] = Math.min(Math.min(sum, capacities.medium[link]), capacities.below[link]);
            }
        }

        private void passDown() {
            for (int i = 0; i < children.links(); i++) {
                int link = children.link(i);
                double behind = 0;
                for (int c = children.to(link) - 1; c >= children.from(link); c--) {
                    down[children.child(c)] = behind;
                    behind += up[children.child(c)];
                }
                double before = capacities.workers(link) + down[link];
                for (int c = children.from(link); c < children.to(link); c++) {
                    int child = children.child(c);
                    double others = before + down[child];
                    before += up[child];
                    down[child] = Math.min(Math.min(others, capacities.medium[link]), capacities.above[child]);
                }
            }
        }

        /** Per link: the maximum rate into it from hosts on other links [units/s]. */
        private double[] reaching() {
            double[] reaching = down.clone();
            for (int link = 0; link < reaching.length; link++) {
                for (int c = children.from(link); c < children.to(link); c++) {
                    reaching[link] += up[children.child(c)];
                }
            }
            return reaching;
        }
    }
}
