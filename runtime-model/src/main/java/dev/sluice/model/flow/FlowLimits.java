package dev.sluice.model.flow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Gathers what limits a solution. "Through" is how much more than now could get from a place to the master if it were
 * there; a resource is a limit when it is used to the full and something more could get through behind it.
 */
final class FlowLimits {
    /** A capacity counts as used up when so little of it is free, relative to it: the error of rounding. */
    static final double ROUNDING = 1e-9;

    private static final Comparator<Limit> WORTH_MOST = Comparator.comparingDouble(Limit::rateIfDoubled)
            .reversed()
            .thenComparing(Limit::kind)
            .thenComparingInt(Limit::index);

    private final UnitCapacities capacities;
    private final MasterShare share;
    private final int master;

    /** At the master's processor, from elsewhere, whether it takes them or not [units/s]. */
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
     * The master's processor and port.
     *
     * @param visiting what comes to the port
     * @return what could get through from the link before the port
     */
    double master(double visiting) {
        boolean computes = share.own() > 0;
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
     * A link's wire or medium, on a tree.
     *
     * @param through from its end nearer to the master
     * @param offered what would use it if it had no limit
     * @return what could get through from its other end
     */
    double link(int link, double through, double capacity, double offered) {
        double used = Math.min(offered, capacity);
        if (through > 0 && full(used, capacity)) {
            add(Limit.Kind.LINK, link, capacity, rateWith(Math.min(through, Math.min(2 * capacity, offered) - used)));
        }
        return Math.min(through, rest(used, capacity));
    }

    /** A link of a graph. */
    void link(int link, double capacity, double arrivingIfDoubled) {
        add(Limit.Kind.LINK, link, capacity, share.rate(arrivingIfDoubled));
    }

    /** The workers on a link that contribute all they can. */
    void workers(int link, double through, double[] rates) {
        for (int i = capacities.linkStart[link]; i < capacities.linkStart[link + 1] && through > 0; i++) {
            int host = capacities.byLink[i];
            double processor = capacities.processor[host];
            double port = capacities.port[host];
            double used = capacities.worker(host);
            if (host != master && used > 0 && full(rates[host], used)) {
                boolean atPort = port <= processor;
                double most = atPort ? Math.min(2 * port, processor) : Math.min(2 * processor, port);
                Limit.Kind kind = atPort ? Limit.Kind.WORKER_PORT : Limit.Kind.WORKER;
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
