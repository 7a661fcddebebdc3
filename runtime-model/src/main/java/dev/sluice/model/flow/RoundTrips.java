package dev.sluice.model.flow;

import dev.sluice.model.ResultsKind;
import java.util.List;

/**
 * The rate that the round trips between a master and each worker allow. A worker's chunks are away for their way, twice
 * the latency, and their computing; only so many may be away.
 */
public final class RoundTrips {
    /** The longest queue of a slot that feeds itself ahead [chunks]. */
    private static final double MOST_DEPTH = 4096;

    /** Time for which results of short units wait to share a message [s]. */
    private static final double BATCHING_SECONDS = 0.01;

    /** A deep queue is refilled when a quarter of it is empty; the units that are missing are away nowhere. */
    private static final int DEEP = 8;

    /** Results that share a message at most. */
    private static final double BATCH_UNITS = 256;

    /** Time until a master acknowledges results that fill less than a quarter of their window [s]. */
    private static final double TICK_SECONDS = 0.05;

    private final NetworkView view;
    private final UnitCosts costs;
    private final LatencyTerms terms;
    private final Ways ways;
    private final int master;

    RoundTrips(NetworkView view, UnitCosts costs, LatencyTerms terms, int master) {
        this.view = view;
        this.costs = costs;
        this.terms = terms;
        this.ways = new Ways(view, master);
        this.master = master;
    }

    /** The rates that round trips to this master allow, by host [units/s]; infinite for the master's. */
    public static double[] rates(NetworkView view, UnitCosts costs, LatencyTerms terms, int master) {
        return new RoundTrips(view, costs, terms, master).capacities(1);
    }

    /** The capacity of each host's round trips; infinite for the master and for hosts that do not reach it. */
    double[] capacities(double nearer) {
        List<Host> hosts = view.hosts();
        double[] capacities = new double[hosts.size()];
        for (int h = 0; h < capacities.length; h++) {
            boolean away = h != master && ways.reaches(h);
            capacities[h] = away ? capacity(h, nearer) : Double.POSITIVE_INFINITY;
        }
        return capacities;
    }

    /**
     * The rate of a worker.
     *
     * @param nearer factor of the latency: 1, or 0.5 for half of it
     */
    private double capacity(int worker, double nearer) {
        Host host = view.hosts().get(worker);
        double unit = host.unitSeconds(costs.unitSeconds(), costs.cpuShare());
        if (unit == Double.POSITIVE_INFINITY) {
            return Double.POSITIVE_INFINITY; // its processor allows nothing anyhow
        }
        double trip = 2 * ways.latencySeconds(worker) * nearer + terms.tripSeconds();
        return Math.min(depth(worker, host, unit, trip), windows(worker, unit, trip));
    }

    private double depth(int worker, Host host, double unit, double trip) {
        double chunk = terms.chunkUnits();
        if (chunk == Double.POSITIVE_INFINITY) {
            return chunk;
        }
        double away = trip
                + ways.seconds(worker, chunk * costs.inputBytes(), true)
                + ways.seconds(worker, costs.flowResultBytes(), false);
        boolean auto = terms.depth() == LatencyTerms.AUTO;
        double depth = auto ? MOST_DEPTH : terms.depth();
        double waited = Math.min(BATCH_UNITS, Math.floor(BATCHING_SECONDS / unit) + 1);
        double held = host.slots() * depth * chunk;
        if (depth == 1 || auto) {
            return held / (away + chunk * unit);
        }
        if (waited > 1) {
            return held / (away + Math.min(waited, Math.ceil(depth * chunk / 2)) * unit);
        }
        double group = depth < DEEP ? 1 : Math.floor(host.slots() * depth / 4);
        double idle = held % group;
        return (held - idle) / (away + unit + (group - 1 - idle) * unit / host.slots());
    }

    private double windows(int worker, double unit, double trip) {
        double in = Double.POSITIVE_INFINITY;
        if (costs.inputBytes() > 0 && terms.inputWindowBytes() < in) {
            double away = Math.max(1, Math.ceil(terms.inputWindowBytes() / costs.inputBytes()));
            in = away / (trip + ways.seconds(worker, costs.inputBytes(), true) + unit);
        }
        double out = Double.POSITIVE_INFINITY;
        if (costs.results() == ResultsKind.EACH && costs.resultBytes() > 0 && terms.resultWindowBytes() < out) {
            double away = Math.max(1, Math.floor(terms.resultWindowBytes() / costs.resultBytes()));
            double way = trip + ways.seconds(worker, costs.resultBytes(), false);
            double acknowledged = way <= 4 * TICK_SECONDS ? 0 : TICK_SECONDS;
            out = way + acknowledged > 0 ? away / (way + acknowledged) : out;
        }
        return Math.min(in, out);
    }
}
