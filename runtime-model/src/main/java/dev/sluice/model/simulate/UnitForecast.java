package dev.sluice.model.simulate;

import dev.sluice.model.Median;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Forecast of the compute times of units that are yet to be computed, from those of the run so far. The units of a
 * cycle are divided into bins in the order of their indices, as neighbours take similar times (Mizutani et al. 2005).
 * Each bin has a mean; the spread within bins and the speed of each host relative to the mean host are forecast for all
 * bins together. Confined to its owner.
 */
public final class UnitForecast {
    /** Units of a cycle whose costs are averaged. */
    private static final long MOST_SAMPLED = 512;

    /** Number of bins. */
    public static final int BINS = BinMeans.BINS;

    private static final int ROUNDS = 6;

    /** Units after which the latest times of a host count as much as all earlier ones. */
    private static final double RECENT = 16;

    /** The latest times of a host replace all its times if they differ by so many standard errors. */
    private static final double CLEAR_ERRORS = 4;

    private static final double CLEAR_PART = 0.05;

    private final Map<Integer, HostSums> hosts = new TreeMap<>();
    private BinMeans means = new BinMeans(0);
    private int cycles;
    private long timed;
    private long timedThen;
    private double spread;

    /** Latest times of the usual host over its mean ones, which follow a trend of the units and no load of a host. */
    private double usualRecent = 1;

    /** Times of the units of the open cycle on one host, by bin. */
    private static final class HostSums {
        final double[] units = new double[BINS];
        final double[] seconds = new double[BINS];
        double squares;
        double ratio = 1;

        /** The ratios of all hosts at the end of the last cycle in which this one computed, its own among them. */
        Map<Integer, Double> then = Map.of();

        double recent = 1;
        double allRecent;

        /** Number of the cycle in which the host computed last. */
        int cycle;

        /** True if a unit of the open cycle was timed on the host. */
        boolean timed;

        void clear() {
            Arrays.fill(units, 0);
            Arrays.fill(seconds, 0);
            squares = 0;
        }

        /** Forgets the latest times of a host that computes again after a cycle without a unit. */
        void resume(int now) {
            if (cycle < now - 1) {
                recent = 1;
                allRecent = 0;
            }
            cycle = now;
        }

        /** Adds the ratio of the latest units to the mean of the recent ones. */
        void latest(double latest, int count) {
            double gain = 1 - Math.pow(1 - 1 / RECENT, count);
            allRecent += gain * (1 - allRecent);
            recent += gain / allRecent * (latest - recent);
        }
    }

    /** Begins a cycle. The times of the last one remain a forecast. */
    public void begin(int cycle, long units) {
        refresh();
        means = means.next(units);
        cycles++;
        Map<Integer, Double> ratios = new HashMap<>();
        hosts.forEach((host, times) -> ratios.put(host, times.ratio));
        for (HostSums host : hosts.values()) {
            host.then = host.timed ? ratios : host.then;
            host.timed = false;
            host.clear();
        }
    }

    /** Adds the times of computed units of the open cycle. */
    public void add(int host, ResultRun run) {
        HostSums times = hosts.computeIfAbsent(host, none -> new HostSums());
        times.resume(cycles);
        int bin = means.bin(run.firstUnit() + run.units() / 2);
        double seconds = run.computeNanos() * 1e-9;
        times.units[bin] += run.units();
        times.seconds[bin] += seconds;
        times.squares += Math.max(run.computeSecondsSquared(), seconds * seconds / run.units());
        timed += run.units();
        double expected = means.mean(bin) * run.units();
        if (expected > 0) {
            times.latest(seconds / expected, run.units());
        }
        if (timed - timedThen > 8 + timedThen / 64) {
            refresh();
        }
    }

    /** Number of units timed in the run. */
    public long timed() {
        return timed;
    }

    /** Forecast time of a unit of the open cycle on a slot of the mean host [s]; 0 before any was timed. */
    public double seconds(long unit) {
        return means.seconds(unit);
    }

    /** Forecast time of the units from one to before another on a slot of the mean host [s]. */
    public double seconds(long from, long to) {
        return means.seconds(from, to);
    }

    /** Units of the cycle that {@link #seconds} forecasts. */
    long units() {
        return means.units();
    }

    /** Standard deviation of the logarithm of a unit's time around its bin's mean. */
    public double spread() {
        return spread;
    }

    /**
     * Times of units on this host in times of units on the mean host; 1 if it is unknown. A host that has not computed
     * for a cycle is as fast beside the others as it was then.
     */
    public double ratio(int host) {
        HostSums times = hosts.get(host);
        if (times == null || !computes(times)) {
            return times == null ? 1 : times.ratio;
        }
        double error = Math.sqrt(Math.expm1(spread * spread) / (2 * RECENT));
        double recent = times.recent / usualRecent;
        double difference = Math.abs(recent - times.ratio);
        boolean changed = difference > times.ratio * (CLEAR_PART + CLEAR_ERRORS * error);
        return changed && times.allRecent > 0.5 ? recent : times.ratio;
    }

    /** Divides the times among bins and hosts: each time is that of its bin times the ratio of its host. */
    private void refresh() {
        if (timed == timedThen) {
            return;
        }
        timedThen = timed;
        for (int round = 0; round < ROUNDS; round++) {
            double all = 0;
            double weighted = 0;
            means.clear();
            for (HostSums host : hosts.values()) {
                for (int bin = 0; bin < BINS; bin++) {
                    means.add(bin, host.units[bin], host.seconds[bin] / host.ratio);
                }
            }
            for (HostSums host : hosts.values()) {
                double expected = 0;
                double seconds = 0;
                double units = 0;
                for (int bin = 0; bin < BINS; bin++) {
                    expected += host.units[bin] * means.mean(bin);
                    seconds += host.seconds[bin];
                    units += host.units[bin];
                }
                host.timed = expected > 0 && seconds > 0;
                host.ratio = host.timed ? seconds / expected : host.ratio;
                all += units;
                weighted += units * host.ratio;
            }
            double mean = all > 0 ? weighted / all : 1;
            hosts.values().stream().filter(host -> host.timed).forEach(host -> host.ratio /= mean);
        }
        placeUntimed();
        means.settle();
        measureSpread();
        usualRecent =
                Median.of(hosts.values().stream().filter(this::computes).mapToDouble(host -> host.recent / host.ratio));
    }

    /** Hosts without a time keep the ratio that they had to the others when they computed last. */
    private void placeUntimed() {
        Map<Map<Integer, Double>, Double> moves = new IdentityHashMap<>();
        hosts.forEach((index, host) -> {
            Double own = host.then.get(index);
            if (!host.timed && own != null) {
                host.ratio = own * moves.computeIfAbsent(host.then, this::moved);
            }
        });
    }

    /** How far the hosts that compute have moved from earlier ratios, because other hosts are the mean now. */
    private double moved(Map<Integer, Double> then) {
        double[] moves = hosts.entrySet().stream()
                .filter(each -> each.getValue().timed && then.containsKey(each.getKey()))
                .mapToDouble(each -> each.getValue().ratio / then.getOrDefault(each.getKey(), 1.0))
                .toArray();
        return moves.length == 0 ? 1 : Median.of(Arrays.stream(moves));
    }

    /** True unless the host was without a unit for a whole cycle: what it did before says nothing of the load now. */
    private boolean computes(HostSums host) {
        return host.cycle >= cycles - 1;
    }

    private void measureSpread() {
        double residue = 0;
        double usual = 0;
        for (HostSums host : hosts.values()) {
            residue += host.squares;
            for (int bin = 0; bin < BINS; bin++) {
                double mean = means.mean(bin) * host.ratio;
                residue -= host.units[bin] * mean * mean;
                usual += host.units[bin] * mean * mean;
            }
        }
        if (usual > 0) {
            spread = Math.sqrt(Math.log1p(Math.max(0, residue) / usual));
        }
    }

    /** Machines whose slots compute as fast as their units show. A host without a timed unit is as fast as before. */
    public World machines(World like) {
        refresh();
        double known = 0;
        double shown = 0;
        List<Host> all = like.view().hosts();
        for (int host : hosts.keySet()) {
            known += all.get(host).speed() * all.get(host).availability();
            shown += 1 / ratio(host);
        }
        double scale = known > 0 ? shown / known : 1;
        List<Host> changed = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Host host = all.get(i);
            double available = hosts.containsKey(i) && host.availability() > 0 ? host.availability() : 1;
            double speed = hosts.containsKey(i) ? 1 / (ratio(i) * available) : host.speed() * scale;
            changed.add(host.believed(speed, host.availability()));
        }
        return like.with(like.view().withHosts(changed));
    }

    /** The mean costs of the units of a cycle on the mean host. */
    public UnitCosts costs(Run run, int cycle) {
        Workload work = run.work();
        ResultsKind results = run.world().terms().results();
        long units = work.units(cycle);
        long step = Math.max(1, units / MOST_SAMPLED);
        long count = 0;
        double compute = 0;
        double accept = 0;
        double input = 0;
        double result = 0;
        for (long unit = 0; unit < units; unit += step) {
            count++;
            compute += seconds(unit);
            accept += work.acceptNanos(cycle, unit);
            input += work.inputBytes(cycle, unit);
            result += work.resultBytes(cycle, unit);
        }
        boolean accumulated = results == ResultsKind.ACCUMULATED;
        return new UnitCosts(
                        Math.max(Double.MIN_NORMAL, compute / count),
                        accept / count * 1e-9,
                        input / count,
                        result / count,
                        work.setupBytes(cycle))
                .withResults(
                        results,
                        accumulated ? work.foldedBytes(cycle) : 0,
                        accumulated ? work.mergeNanos(cycle) * 1e-9 : 0)
                .withCpuShare(work.cpuShare());
    }

    /**
     * The rest of the run as a workload: forecast times in the open cycle and the later ones, all else as in another
     * workload. A running unit takes longer than it has run already. Without a timed unit the times are those of the
     * other workload.
     */
    public Workload rest(Workload like, SimulationStart start, long seed) {
        refresh();
        return timed == 0 ? like : new ForecastWorkload(like, start, this, seed);
    }

    /**
     * A workload with forecast compute times: the mean of the unit's bin times a lognormal factor of mean 1. Each unit
     * of the cycle is drawn once, so that several settings can be simulated with the same units at little cost.
     */
    private static final class ForecastWorkload extends WorkloadLike {
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
}
