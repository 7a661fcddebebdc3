package dev.sluice.model.flow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * The rates of given workers if all use the same share of their processors, as far as networks and master allow
 * (progressive filling). Where a resource is full, the workers behind it stop; the others go on. On a tree the sum of
 * the rates is the maximum flow to the master: capacities are nested, and no rate can grow any more.
 * {@link FlowSolution} finds another split of the same sum, which leaves out the workers that it prefers least.
 *
 * <p>Workers below a sub-master send along the route to its host, and share the way from there. A graph with several
 * ways between two links uses the shortest only. O(steps·(workers·depth)), with one step for each resource that is
 * filled.
 */
public final class BalancedRates {
    /** A share of capacity that counts as full. */
    private static final double FULL = 1e-12;

    /** A capacity in units/s that several workers share. */
    private static final class Resource {
        final double capacity;
        /** Rate of the workers that have stopped. */
        double stopped;
        /** Rate of the others per share of their processors. */
        double rising;

        Resource(double capacity) {
            this.capacity = capacity;
        }

        /** The share of processors at which the resource is full. */
        double fullAt() {
            return rising > 0 ? Math.max(0, capacity - stopped) / rising : Double.POSITIVE_INFINITY;
        }
    }

    private final NetworkView view;
    private final UnitCapacities capacities;
    private final Map<String, Resource> resources = new HashMap<>();
    private final Map<Integer, Routes> routes = new HashMap<>();

    private BalancedRates(NetworkView view, UnitCosts costs) {
        this.view = view;
        this.capacities = new UnitCapacities(view, costs);
    }

    /**
     * Computes the rate of each host of the view [units/s]; 0 for hosts without a worker.
     *
     * @param workers indices of their hosts; the master's may be among them
     * @param parent the host that a worker or sub-master sends its results to: a sub-master's or the master's
     */
    public static double[] of(NetworkView view, UnitCosts costs, int master, int[] workers, IntUnaryOperator parent) {
        return new BalancedRates(view, costs).rates(master, workers, parent);
    }

    private double[] rates(int master, int[] workers, IntUnaryOperator parent) {
        List<List<Resource>> used = new ArrayList<>();
        for (int worker : workers) {
            List<Resource> ways = new ArrayList<>();
            ways.add(resource("master", capacities.master[master]));
            ways.add(resource("run", capacities.run));
            for (int from = worker; from != master; from = parent.applyAsInt(from)) {
                addWay(from, parent.applyAsInt(from), ways);
            }
            ways.forEach(each -> each.rising += capacities.processor[worker]);
            used.add(ways);
        }
        double[] rates = new double[capacities.hosts()];
        boolean[] over = new boolean[workers.length];
        int open = workers.length;
        while (open > 0) {
            double share = Math.min(
                    1,
                    resources.values().stream()
                            .mapToDouble(Resource::fullAt)
                            .min()
                            .orElse(1));
            for (int i = 0; i < workers.length; i++) {
                List<Resource> ways = used.get(i);
                if (!over[i] && (share == 1 || ways.stream().anyMatch(each -> each.fullAt() <= share * (1 + FULL)))) {
                    over[i] = true;
                    open--;
                    rates[workers[i]] = share * capacities.processor[workers[i]];
                }
            }
            stop(workers, over, used, rates);
        }
        return rates;
    }

    /** Counts the workers that have stopped by their rates, and the others by their processors. */
    private void stop(int[] workers, boolean[] over, List<List<Resource>> used, double[] rates) {
        resources.values().forEach(each -> {
            each.rising = 0;
            each.stopped = 0;
        });
        for (int i = 0; i < workers.length; i++) {
            for (Resource each : used.get(i)) {
                if (over[i]) {
                    each.stopped += rates[workers[i]];
                } else {
                    each.rising += capacities.processor[workers[i]];
                }
            }
        }
    }

    /** Adds what a result uses on its way from one host to the next master. */
    private void addWay(int from, int to, List<Resource> ways) {
        ways.add(resource("port " + from, capacities.port[from]));
        ways.add(resource("port of master " + to, capacities.masterPort[to]));
        Routes route = routes.computeIfAbsent(to, host -> Routes.to(view, host));
        int link = view.hosts().get(from).link();
        if (!route.reaches(link)) {
            ways.add(resource("no way", 0));
            return;
        }
        while (link >= 0) {
            ways.add(resource("medium " + link, capacities.medium[link]));
            if (route.next(link) >= 0) {
                ways.add(resource(
                        (route.climbs(link) ? "up " : "down ") + route.wire(link), capacities.step(route, link)));
            }
            link = route.next(link);
        }
    }

    /** The resource with this name; unlimited ones bound nothing. */
    private Resource resource(String name, double capacity) {
        return resources.computeIfAbsent(name, unused -> new Resource(capacity));
    }
}
