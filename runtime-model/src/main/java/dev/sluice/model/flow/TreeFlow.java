package dev.sluice.model.flow;

import java.util.Arrays;
import java.util.List;

/**
 * The flow to one master on a tree, computed bottom up. Each link collects the rates of its hosts and of the links
 * behind it; if the sum exceeds a capacity, the least preferred workers are dropped first. Because the capacities are
 * nested, the result is the preferred one among all splits of the maximum rate. O(hosts·log hosts + links), without
 * recursion.
 */
final class TreeFlow {
    private final FlowSolution.Place place;
    private final NetworkView view;
    private final UnitCapacities capacities;
    private final Routes routes;
    private final MasterShare share;
    private final int master;

    /** Per host: its rate. */
    private final double[] rates;

    /** Per link: the rate that its hosts and the links behind it offer, and the part that its medium lets through. */
    private final double[] offered;

    private final double[] visiting;

    TreeFlow(FlowSolution.Place place, UnitCapacities capacities, MasterShare share) {
        this.place = place;
        this.view = place.view();
        this.capacities = capacities;
        this.master = place.master();
        this.routes = Routes.to(view, master);
        this.share = share;
        rates = new double[capacities.hosts()];
        offered = new double[capacities.links()];
        visiting = new double[capacities.links()];
    }

    FlowSolution solve(int[] preferred) {
        Pools pools = new Pools(preferred);
        for (int i = routes.reached() - 1; i >= 0; i--) {
            int link = routes.link(i);
            pools.addHosts(link);
            offered[link] = pools.sum[link];
            pools.limit(link, capacities.medium[link]);
            visiting[link] = pools.sum[link];
            if (i > 0) {
                pools.limit(link, capacities.step(routes, link));
                pools.pour(link, routes.next(link));
            }
        }
        int own = routes.link(0);
        double arriving = Math.min(visiting[own], capacities.masterPort[master]);
        pools.limit(own, share.remote(arriving));
        List<Limit> limits = limits(arriving);
        rates[master] = share.own(arriving);
        return new FlowSolution(place, rates, use(), limits);
    }

    /** Per link: the hosts that send through it, and the sum of their rates. */
    private final class Pools {
        private final RateHeaps heaps;
        private final int[] heap = new int[capacities.links()];
        private final double[] sum = new double[capacities.links()];
        private final boolean[] listed = new boolean[capacities.hosts()];

        Pools(int[] preferred) {
            heaps = new RateHeaps(capacities.hosts(), preferred);
            Arrays.fill(heap, -1);
            for (int host : preferred) {
                listed[host] = true;
            }
        }

        void addHosts(int link) {
            for (int i = capacities.linkStart[link]; i < capacities.linkStart[link + 1]; i++) {
                int host = capacities.byLink[i];
                if (listed[host]) {
                    rates[host] = capacities.worker(host);
                    sum[link] += rates[host];
                    heap[link] = heaps.join(heap[link], host);
                }
            }
        }

        void limit(int link, double capacity) {
            while (sum[link] > capacity && heap[link] >= 0) {
                int worst = heap[link];
                double excess = sum[link] - capacity;
                if (rates[worst] > excess) {
                    rates[worst] -= excess;
                    sum[link] = capacity;
                } else {
                    sum[link] -= rates[worst];
                    rates[worst] = 0;
                    heap[link] = heaps.withoutTop(worst);
                }
            }
            sum[link] = heap[link] < 0 ? 0 : sum[link];
        }

        void pour(int link, int into) {
            heap[into] = heaps.join(heap[into], heap[link]);
            sum[into] += sum[link];
        }
    }

    /** Computes, top down, how much more could pass from each link to the master, and the value of each bottleneck. */
    private List<Limit> limits(double arriving) {
        int own = routes.link(0);
        FlowLimits limits = new FlowLimits(capacities, share, master, arriving);
        double[] through = new double[capacities.links()];
        through[own] = limits.master(visiting[own]);
        for (int i = 0; i < routes.reached(); i++) {
            int link = routes.link(i);
            if (i > 0) {
                double step = capacities.step(routes, link);
                through[link] = limits.link(routes.wire(link), through[routes.next(link)], step, visiting[link]);
            }
            through[link] = limits.link(link, through[link], capacities.medium[link], offered[link]);
            limits.workers(link, through[link], rates);
        }
        return limits.sorted();
    }

    private LinkUse use() {
        double[] used = new double[capacities.links()];
        double[] most = new double[capacities.links()];
        Arrays.fill(most, Double.POSITIVE_INFINITY);
        double[] sum = new double[capacities.links()];
        for (int i = routes.reached() - 1; i >= 0; i--) {
            int link = routes.link(i);
            for (int h = capacities.linkStart[link]; h < capacities.linkStart[link + 1]; h++) {
                int host = capacities.byLink[h];
                sum[link] += host == master ? 0 : rates[host];
            }
            if (shared(link)) {
                used[link] = sum[link];
                most[link] = capacities.medium[link];
            }
            if (i > 0) {
                int wire = routes.wire(link);
                used[wire] = shared(wire) ? used[wire] : sum[link];
                most[wire] = shared(wire) ? most[wire] : capacities.step(routes, link);
                sum[routes.next(link)] += sum[link];
            }
        }
        return new LinkUse(used, most);
    }

    private boolean shared(int link) {
        return view.links().get(link).wire().shared();
    }

    /**
     * Mergeable sets of hosts, each with its least preferred host on top: leftist heaps in arrays. A heap is named by
     * its top host, the empty heap by -1. The depth of a merge is at most twice the logarithm of the number of hosts.
     */
    private static final class RateHeaps {
        private final int[] rank;
        private final int[] left;
        private final int[] right;

        /** Steps to the nearest missing child. */
        private final int[] depth;

        /** @param preferred hosts in order of preference; hosts that are not listed must not be used */
        RateHeaps(int hosts, int[] preferred) {
            rank = new int[hosts];
            left = new int[hosts];
            right = new int[hosts];
            depth = new int[hosts];
            for (int i = 0; i < preferred.length; i++) {
                rank[preferred[i]] = i;
            }
            Arrays.fill(left, -1);
            Arrays.fill(right, -1);
        }

        int join(int a, int b) {
            if (a < 0 || b < 0) {
                return Math.max(a, b);
            }
            int top = rank[a] > rank[b] ? a : b;
            right[top] = join(right[top], top == a ? b : a);
            if (depth(left[top]) < depth(right[top])) {
                int swapped = left[top];
                left[top] = right[top];
                right[top] = swapped;
            }
            depth[top] = depth(right[top]) + 1;
            return top;
        }

        private int depth(int heap) {
            return heap < 0 ? -1 : depth[heap];
        }

        /** The heap without its least preferred host. */
        int withoutTop(int heap) {
            return join(left[heap], right[heap]);
        }
    }
}
