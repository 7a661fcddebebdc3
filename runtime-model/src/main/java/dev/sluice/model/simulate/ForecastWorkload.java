package dev.sluice.model.simulate;

import dev.sluice.model.schedule.OpenCycle;
import java.util.HashMap;
import java.util.Map;

/** A workload with forecast compute times: the mean of the unit's bin times a lognormal factor of mean 1. */
final class ForecastWorkload extends WorkloadLike {
    /** Draws for a unit that must take longer than it has run already. */
    private static final int MOST_DRAWS = 64;

    private final UnitForecast forecast;
    private final int cycle;
    private final long units;
    private final double spread;
    private final long seed;

    /** Least times of the running units on the mean host [ns]. */
    private final Map<Long, Double> running = new HashMap<>();

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
        for (OpenCycle.OpenWorker worker : open.workers()) {
            Integer host = start.hosts().get(worker.id());
            double ratio = host == null ? 1 : forecast.ratio(host);
            worker.running().forEach(each -> running.put(each.unit(), each.ageNanos() / ratio));
        }
    }

    @Override
    public long computeNanos(int ofCycle, long unit) {
        boolean open = ofCycle == cycle && units > 0;
        double nanos = forecast.seconds(open ? unit : scaled(ofCycle, unit)) * 1e9;
        Double least = open ? running.get(unit) : null;
        if (spread == 0) {
            return Math.round(least == null ? nanos : Math.max(nanos, least));
        }
        if (ofCycle != seriesCycle) {
            seriesCycle = ofCycle;
            series = UnitRandom.series(seed, UnitRandom.TIME, ofCycle);
        }
        long key = UnitRandom.key(series, unit);
        double drawn = nanos * factor(key, 0);
        for (int draw = 1; least != null && drawn <= least; draw++) {
            drawn = draw < MOST_DRAWS ? nanos * factor(key, 2L * draw) : least * (1 + spread / 2);
        }
        return Math.round(drawn);
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
