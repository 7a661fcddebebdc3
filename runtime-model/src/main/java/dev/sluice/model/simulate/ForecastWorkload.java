package dev.sluice.model.simulate;

import dev.sluice.model.schedule.OpenCycle;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A workload with forecast compute times: the mean of the unit's bin times a lognormal factor of mean 1. Each unit of
 * the cycle is drawn once, so that several settings can be simulated with the same units at little cost.
 */
final class ForecastWorkload extends WorkloadLike {
    /** Draws for a unit that must take longer than it has run already. */
    private static final int MOST_DRAWS = 64;

    /** Units of the largest cycle whose drawn times are kept. */
    private static final long MOST_KEPT = 1L << 18;

    private final UnitForecast forecast;
    private final int cycle;
    private final long units;
    private final double spread;
    private final long seed;

    /** The running units in ascending order, and the least time of each on the mean host [ns]. */
    private final long[] running;

    private final double[] least;

    /** The open cycle, or the next one between two cycles. */
    private final int drawnCycle;

    /** Drawn times of its units [ns]; 0 for one that was not asked for. */
    private final long[] drawn;

    private int seriesCycle = -1;
    private long series;

    ForecastWorkload(Workload like, SimulationStart start, UnitForecast forecast, long seed) {
        super(like);
        OpenCycle open = start.open();
        this.forecast = forecast;
        this.cycle = open.cycle();
        this.units = open.units();
        this.spread = forecast.spread();
        this.seed = seed;
        this.drawnCycle = open.isOver() ? cycle + 1 : cycle;
        long first = drawnCycle < like.cycles() ? like.units(drawnCycle) : 0;
        this.drawn = new long[spread > 0 && first <= MOST_KEPT ? (int) first : 0];
        SortedMap<Long, Double> ages = new TreeMap<>();
        for (OpenCycle.OpenWorker worker : open.workers()) {
            Integer host = start.hosts().get(worker.id());
            double ratio = host == null ? 1 : forecast.ratio(host);
            worker.running().forEach(each -> ages.put(each.unit(), each.ageNanos() / ratio));
        }
        this.running = ages.keySet().stream().mapToLong(Long::longValue).toArray();
        this.least = ages.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Override
    public long computeNanos(int ofCycle, long unit) {
        boolean kept = ofCycle == drawnCycle && unit < drawn.length;
        if (kept && drawn[(int) unit] > 0) {
            return drawn[(int) unit];
        }
        long nanos = nanos(ofCycle, unit);
        if (kept) {
            drawn[(int) unit] = nanos;
        }
        return nanos;
    }

    private long nanos(int ofCycle, long unit) {
        boolean open = ofCycle == cycle && units > 0;
        double nanos = forecast.seconds(open ? unit : scaled(ofCycle, unit)) * 1e9;
        double already = open ? already(unit) : -1;
        if (spread == 0) {
            return Math.round(Math.max(nanos, already));
        }
        if (ofCycle != seriesCycle) {
            seriesCycle = ofCycle;
            series = UnitRandom.series(seed, UnitRandom.TIME, ofCycle);
        }
        long key = UnitRandom.key(series, unit);
        double time = nanos * factor(key, 0);
        for (int draw = 1; time <= already; draw++) {
            time = draw < MOST_DRAWS ? nanos * factor(key, 2L * draw) : already * (1 + spread / 2);
        }
        return Math.round(time);
    }

    /** How long the unit has run already [ns]; negative if it is not running. */
    private double already(long unit) {
        if (running.length == 0 || unit < running[0] || unit > running[running.length - 1]) {
            return -1;
        }
        int at = Arrays.binarySearch(running, unit);
        return at < 0 ? -1 : least[at];
    }

    /** The unit of the forecast cycle at the same place. */
    private long scaled(int ofCycle, long unit) {
        long all = units(ofCycle);
        long forecastUnits = forecast.units();
        return all == forecastUnits || all == 0 ? unit : (long) ((double) unit / all * forecastUnits);
    }

    /** A lognormal number of mean 1, by Box and Muller (1958). */
    private double factor(long key, long position) {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(UnitRandom.uniform(key, position)));
        double normal = radius * StrictMath.cos(2 * Math.PI * UnitRandom.uniform(key, position + 1));
        return StrictMath.exp(spread * normal - spread * spread / 2);
    }
}
