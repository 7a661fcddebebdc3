package dev.sluice.model.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects the bottlenecks of a solution. "Through" is the additional rate that could pass from a place to the master
 * if it were available there. A resource is a bottleneck if it is fully used and more could pass on its far side.
 */
final class FlowLimits {
    /** A resource counts as fully used if its free part is below this fraction of its capacity (rounding error). */
    static final double ROUNDING = 1e-9;

    private static final Comparator<Limit> WORTH_MOST = Comparator.comparingDouble(Limit::rateIfDoubled)
            .reversed()
            .thenComparing(Limit::kind)
            .thenComparingInt(Limit::index);

    private final UnitCapacities capacities;
    private final MasterShare share;
    private final int master;

    /** Rate that arrives from other hosts at the master's processor, accepted or not [units/s]. */
    private final double arriving;

    private final double rate;
    private final List<Limit> limits = new ArrayList<>();

    FlowLimits(UnitCapacities capacities, MasterShare share, int master, double arriving) {
        this.capacities = capacities;
        this.share = share;
        this.master = master;
        this.arriving = arriving;
        this.rate = share.rate(arriving);
    }

    /**
     * Adds the master's processor and port.
     *
     * @param visiting rate that arrives at the port
     * @return rate that could pass from the link before the port
     */
    double master(double visiting) {
        boolean computes = share.own() > 0;
        if (full(rate, share.run())) {
            add(
                    Limit.Kind.RESOURCE,
                    -1,
                    share.run(),
                    share.withRun(2 * share.run()).rate(arriving));
            return 0;
        }
        double capacity = computes ? rate : share.results();
        if (computes || full(share.remote(arriving), capacity)) {
            add(Limit.Kind.MASTER, master, capacity, share.doubled().rate(arriving));
        }
        double port = capacities.masterPort[master];
        double free = rateWith(Double.MAX_VALUE) - rate;
        if (free <= ROUNDING * rate) {
            return 0;
        }
        if (full(arriving, port)) {
            add(Limit.Kind.MASTER_PORT, master, port, rateWith(Math.min(2 * port, visiting) - arriving));
        }
        return rest(arriving, port);
    }

    /**
     * Adds a link's wire or medium on a tree.
     *
     * @param through rate that could pass from its end nearer to the master
     * @param offered rate that would use it if it were unlimited
     * @return rate that could pass from its other end
     */
    double link(int link, double through, double capacity, double offered) {
        double used = Math.min(offered, capacity);
        if (through > 0 && full(used, capacity)) {
            add(Limit.Kind.LINK, link, capacity, rateWith(Math.min(through, Math.min(2 * capacity, offered) - used)));
        }
        return Math.min(through, rest(used, capacity));
    }

    /** Adds a link of a graph. */
    void link(int link, double capacity, double arrivingIfDoubled) {
        add(Limit.Kind.LINK, link, capacity, share.rate(arrivingIfDoubled));
    }

    /** Adds the workers on a link that contribute their full capacity. */
    void workers(int link, double through, double[] rates) {
        for (int i = capacities.linkStart[link]; i < capacities.linkStart[link + 1] && through > 0; i++) {
            int host = capacities.byLink[i];
            double processor = capacities.processor[host];
            double port = capacities.port[host];
            double used = capacities.worker(host);
            if (host != master && used > 0 && full(rates[host], used)) {
                double trips = capacities.trips[host];
                boolean away = trips < Math.min(port, processor);
                boolean atPort = port <= processor;
                double most = away
                        ? Math.min(capacities.nearerTrips[host], Math.min(port, processor))
                        : Math.min(trips, atPort ? Math.min(2 * port, processor) : Math.min(2 * processor, port));
                Limit.Kind kind = away ? Limit.Kind.LATENCY : atPort ? Limit.Kind.WORKER_PORT : Limit.Kind.WORKER;
                add(kind, host, used, rateWith(Math.min(through, most - used)));
            }
        }
    }

    List<Limit> sorted() {
        limits.sort(WORTH_MOST);
        return limits;
    }

    private void add(Limit.Kind kind, int index, double capacity, double rateIfDoubled) {
        limits.add(new Limit(kind, index, capacity, Math.max(rate, rateIfDoubled)));
    }

    private double rateWith(double more) {
        return share.rate(arriving + Math.max(0, more));
    }

    private static boolean full(double used, double capacity) {
        return used >= capacity * (1 - ROUNDING);
    }

    private static double rest(double used, double capacity) {
        return full(used, capacity) ? 0 : capacity - used;
    }
}
