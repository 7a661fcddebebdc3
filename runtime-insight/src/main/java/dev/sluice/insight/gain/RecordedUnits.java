package dev.sluice.insight.gain;

import dev.sluice.model.Amounts;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.RecordedWorkload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * The accepted units of which a run has recorded times. A run keeps all of them if it is short, else the longest.
 *
 * @param entries in any order
 */
public record RecordedUnits(List<Entry> entries) {
    /** A run is simulated again unit by unit, with 8 bytes for each. */
    private static final long MOST_UNITS = 20_000_000;

    /** Without any. */
    public static final RecordedUnits NONE = new RecordedUnits(List.of());

    /**
     * Consecutive units, each of which took the same part of the time.
     *
     * @param worker its name
     * @param fromSeconds when the first of them began, since the start of the run [s]
     * @param seconds of all of them [s]
     */
    public record Entry(int cycle, long firstUnit, int units, String worker, double fromSeconds, double seconds) {
        public Entry {
            if (cycle < 0 || firstUnit < 0 || firstUnit > MOST_UNITS || units < 1 || units > MOST_UNITS) {
                throw new IllegalArgumentException("cycle " + cycle + ", units " + firstUnit + " to " + firstUnit
                        + " + " + units + " (expected: numbers from 0 to " + MOST_UNITS + ")");
            }
        }
    }

    public RecordedUnits {
        entries = List.copyOf(entries);
    }

    /** The same units with other times. */
    RecordedUnits with(ToDoubleFunction<Entry> seconds) {
        return new RecordedUnits(entries.stream()
                .map(each -> new Entry(
                        each.cycle(),
                        each.firstUnit(),
                        each.units(),
                        each.worker(),
                        each.fromSeconds(),
                        seconds.applyAsDouble(each)))
                .toList());
    }

    /** Time of all units [s]. */
    double seconds() {
        return entries.stream().mapToDouble(Entry::seconds).sum();
    }

    /** Time of the units of each worker [s]. */
    Map<String, Double> secondsOfWorkers() {
        return entries.stream().collect(Collectors.groupingBy(Entry::worker, Collectors.summingDouble(Entry::seconds)));
    }

    /** Time that the units of each worker would take if all units of a kind took their mean [s]. */
    Map<String, Double> secondsByKind(GainWork work) {
        Map<Integer, List<Event.Sized>> kinds = new HashMap<>();
        Map<Entry, Amounts> needs = new HashMap<>();
        Map<Amounts, double[]> sums = new HashMap<>();
        for (Entry entry : entries) {
            List<Event.Sized> of = kinds.computeIfAbsent(entry.cycle(), cycle -> work.kindsOf(cycle, Long.MAX_VALUE));
            Amounts own = of.stream()
                    .filter(kind -> kind.units().contains(entry.firstUnit()))
                    .findFirst()
                    .map(Event.Sized::needs)
                    .orElse(Amounts.ONE_SLOT);
            needs.put(entry, own);
            double[] sum = sums.computeIfAbsent(own, unused -> new double[2]);
            sum[0] += entry.units();
            sum[1] += entry.seconds();
        }
        return entries.stream().collect(Collectors.groupingBy(Entry::worker, Collectors.summingDouble(entry -> {
            double[] sum = sums.get(needs.get(entry));
            return sum == null ? 0 : entry.units() * sum[1] / sum[0];
        })));
    }

    /** Number of units. */
    public long units() {
        return entries.stream().mapToLong(Entry::units).sum();
    }

    /** Number of units of each worker. */
    Map<String, Long> unitsOfWorkers() {
        return entries.stream().collect(Collectors.groupingBy(Entry::worker, Collectors.summingLong(Entry::units)));
    }

    /** Tells whether these are all units. */
    boolean complete(GainWork work) {
        return units() >= work.doneUnits();
    }

    /** Times of the units of each cycle on a slot of speed 1 [ns]; unknown ones are marked. */
    long[][] nanos(GainInput input) {
        GainWork work = input.work();
        if (work.cycles() > MOST_UNITS || work.units() > MOST_UNITS) {
            throw new IllegalArgumentException(work.units() + " units in " + work.cycles()
                    + " cycles (expected: at most " + MOST_UNITS + ", which fit into memory)");
        }
        Map<String, Double> speeds = new HashMap<>();
        input.workers().forEach(worker -> speeds.put(worker.name(), work.unitSeconds() / worker.unitSeconds()));
        long[] counts = new long[work.cycles()];
        Arrays.fill(counts, Math.round(work.unitsOfCycle()));
        if (work.cycles() == 1) {
            counts[0] = work.units();
        }
        for (Entry entry : entries) {
            if (entry.cycle() < counts.length) {
                counts[entry.cycle()] = Math.max(counts[entry.cycle()], entry.firstUnit() + entry.units());
            }
        }
        List<long[]> cycles = new ArrayList<>();
        for (long count : counts) {
            long[] times = new long[Math.toIntExact(count)];
            Arrays.fill(times, RecordedWorkload.UNKNOWN);
            cycles.add(times);
        }
        for (Entry entry : entries) {
            double speed = speeds.getOrDefault(entry.worker(), 1.0);
            long nanos = Math.max(0, Math.round(entry.seconds() * 1e9 / entry.units() * speed));
            for (int i = 0; i < entry.units() && entry.cycle() < counts.length; i++) {
                cycles.get(entry.cycle())[Math.toIntExact(entry.firstUnit() + i)] = nanos;
            }
        }
        return cycles.toArray(long[][]::new);
    }

    /** The work with the mean time of the units that are not recorded, so that the sum of all is that of the run. */
    GainWork rest(GainWork work, long[][] nanos) {
        long all = Arrays.stream(nanos).mapToLong(cycle -> cycle.length).sum();
        double seconds = 0;
        long known = 0;
        for (long[] cycle : nanos) {
            for (long time : cycle) {
                if (time >= 0) {
                    seconds += time / 1e9;
                    known++;
                }
            }
        }
        double mean = known >= all ? work.unitSeconds() : (all * work.unitSeconds() - seconds) / (all - known);
        double scale = work.unitSeconds() > 0 && mean > 0 ? mean / work.unitSeconds() : 0;
        return work.withTimes(scale > 0 ? mean : 1e-9, work.spreadSeconds() * scale);
    }
}
