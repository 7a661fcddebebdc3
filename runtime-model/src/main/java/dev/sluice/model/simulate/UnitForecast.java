package dev.sluice.model.simulate;

import dev.sluice.model.schedule.ResultRun;

/**
 * Forecast of the compute times of units that are yet to be computed, from those of the run so far. The units of a
 * cycle are divided into bins in the order of their indices. Each bin has a mean; the spread within bins and the speed
 * of each host relative to the mean host are forecast for all bins together. Confined to its owner.
 */
public final class UnitForecast {
    /** Number of bins. */
    public static final int BINS = 64;

    /** Begins a cycle. */
    public void begin(int cycle, long units) {
        throw new UnsupportedOperationException("cycle " + cycle + " of " + units + " units");
    }

    /** Adds the times of computed units of the open cycle. */
    public void add(int host, ResultRun run) {
        throw new UnsupportedOperationException(host + ": " + run);
    }

    /** Number of units timed in the run. */
    public long timed() {
        return 0;
    }

    /** Forecast time of a unit of the open cycle on a slot of mean speed [s]. */
    public double seconds(long unit) {
        return unit;
    }

    /** Standard deviation of the logarithm of a unit's time around its bin's mean. */
    public double spread() {
        return 0;
    }

    /** Times of units on this host in times of units on the mean host; 1 if it is unknown. */
    public double ratio(int host) {
        return host;
    }

    /** Machines whose slots compute as fast as their units show, instead of by speed and availability. */
    public Machines machines(Machines like) {
        return like;
    }

    /**
     * The rest of the run as a workload: forecast times in the open cycle and the later ones, all else as in another
     * workload. A running unit takes longer than it has run already.
     */
    public Workload rest(Workload like, SimulationStart start, long seed) {
        return like;
    }
}
