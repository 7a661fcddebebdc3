package dev.sluice.insight.gain;

import dev.sluice.insight.gain.RecordedUnits.Entry;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.event.Course;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The load of the hosts of a run over its time, by other programs: one worker becomes slower than before while the
 * others, which compute units from about the same place of the cycle, do not. Load that all of them have is in the
 * times of units. The availability that hosts report is no measure: where many processes compete, it falls although
 * units become faster.
 *
 * @param script the load of each host that changed
 * @param courses the availability of a processor to each of these workers
 */
record HostLoads(Script script, Map<String, Course> courses) {
    private static final HostLoads NONE = new HostLoads(Script.EMPTY, Map.of());

    /** Parts of a run. */
    private static final int MOST_PARTS = 24;

    /** Units of a worker in a part, on average and at least. */
    private static final int USUAL_UNITS = 8;

    private static final int FEWEST_UNITS = 3;

    /** A change of the speed by less than this factor is none. */
    private static final double LEAST_CHANGE = 1.3;

    /** Standard deviations by which a mean differs from another by more than chance. */
    private static final double DEVIATIONS = 4;

    /** The units of one part are from one place of the cycle if their means are no further apart [share of all]. */
    private static final double ONE_PLACE = 0.1;

    /** The units of a worker in one part of the run. */
    private static final class Part {
        int units;
        double seconds;
        double squares;
        double indices;

        void add(Entry entry) {
            double each = entry.seconds() / entry.units();
            units += entry.units();
            seconds += entry.seconds();
            squares += entry.units() * each * each;
            indices += entry.units() * (entry.firstUnit() + entry.units() / 2.0);
        }

        boolean counts() {
            return units >= FEWEST_UNITS && seconds > 0;
        }

        double mean() {
            return seconds / units;
        }

        double squaresOff() {
            return squares - units * mean() * mean();
        }
    }

    static HostLoads of(GainInput input, RecordedUnits units) {
        int workers = input.workers().size();
        if (workers < 2 || !units.complete(input.work()) || input.work().cycles() > 1) {
            return NONE;
        }
        int count = (int) Math.min(MOST_PARTS, units.units() / (USUAL_UNITS * workers));
        double width = input.seconds() / Math.max(1, count);
        Map<String, Integer> numbers = new HashMap<>();
        input.workers().forEach(worker -> numbers.put(worker.name(), numbers.size()));
        Part[][] parts = new Part[workers][count];
        Arrays.stream(parts).forEach(own -> Arrays.setAll(own, unused -> new Part()));
        for (Entry entry : units.entries()) {
            Integer worker = numbers.get(entry.worker());
            int part = (int) ((entry.fromSeconds() + entry.seconds() / 2) / width);
            if (worker != null && part >= 0 && part < count) {
                parts[worker][part].add(entry);
            }
        }
        double[][] slowdowns = count < 2 || !fromOnePlace(parts, units.units()) ? null : slowdowns(parts, count);
        return slowdowns == null ? NONE : loads(input, parts, slowdowns, width);
    }

    /**
     * Tells whether the workers compute units from one place of the cycle at each time: else units differ, not hosts.
     */
    private static boolean fromOnePlace(Part[][] parts, long units) {
        return IntStream.range(0, parts[0].length).allMatch(k -> {
            double[] means = Arrays.stream(parts)
                    .map(own -> own[k])
                    .filter(Part::counts)
                    .mapToDouble(part -> part.indices / part.units)
                    .sorted()
                    .toArray();
            return means.length < 2 || means[means.length - 1] - means[0] <= ONE_PLACE * units;
        });
    }

    /** The slowdown of each worker in each part, apart from that which two thirds of the workers have at least. */
    private static double[][] slowdowns(Part[][] parts, int count) {
        double[][] slowdowns = new double[parts.length][count];
        for (int w = 0; w < parts.length; w++) {
            Part[] own = parts[w];
            double[] means = Arrays.stream(own)
                    .filter(Part::counts)
                    .mapToDouble(Part::mean)
                    .sorted()
                    .toArray();
            double usual = means.length == 0 ? 1 : means[means.length / 4];
            Arrays.setAll(slowdowns[w], k -> own[k].counts() ? own[k].mean() / usual : Double.NaN);
        }
        for (int k = 0; k < count; k++) {
            int part = k;
            double[] all = Arrays.stream(slowdowns)
                    .mapToDouble(own -> own[part])
                    .filter(Double::isFinite)
                    .sorted()
                    .toArray();
            double common = all.length < 2 ? Double.NaN : all[(all.length - 1) / 3];
            Arrays.stream(slowdowns).forEach(own -> own[part] /= common);
        }
        return slowdowns;
    }

    private static HostLoads loads(GainInput input, Part[][] parts, double[][] slowdowns, double width) {
        List<Script.Step> steps = new ArrayList<>();
        Map<String, Course> courses = new HashMap<>();
        double spread = spread(parts);
        for (int w = 0; w < parts.length; w++) {
            List<Stretch> stretches = stretches(parts[w], slowdowns[w], spread, width);
            if (stretches.size() < 2) {
                continue;
            }
            double least = stretches.stream().mapToDouble(Stretch::value).min().orElse(1);
            Course.Builder course = new Course.Builder(1);
            for (Stretch stretch : stretches) {
                long at = stretch == stretches.get(0) ? 0 : stretch.fromNanos();
                double availability = least / stretch.value();
                steps.add(new Script.Load(at, w + 1, availability));
                course.change(at, availability);
            }
            courses.put(input.workers().get(w).name(), course.build());
        }
        return new HostLoads(new Script(steps), courses);
    }

    private static List<Stretch> stretches(Part[] parts, double[] slowdowns, double spread, double width) {
        List<Stretch.Part> known = new ArrayList<>();
        for (int k = 0; k < parts.length; k++) {
            if (Double.isFinite(slowdowns[k])) {
                int units = parts[k].units;
                double chance = 1 + DEVIATIONS * spread / Math.sqrt(units);
                known.add(new Stretch.Part(
                        Math.round(k * width * 1e9), units * slowdowns[k], units, Math.max(LEAST_CHANGE, chance)));
            }
        }
        return Stretch.of(known);
    }

    /** The spread of the units of one worker in one part, as a share of their mean. */
    private static double spread(Part[][] parts) {
        double squares = 0;
        double units = 0;
        for (Part[] own : parts) {
            for (Part part : own) {
                if (part.counts()) {
                    squares += part.squaresOff() / (part.mean() * part.mean());
                    units += part.units - 1;
                }
            }
        }
        return units > 0 ? Math.sqrt(Math.max(0, squares) / units) : 0;
    }

    /** The same units with the times that they would have taken without load. */
    RecordedUnits free(RecordedUnits loaded) {
        return courses.isEmpty() ? loaded : loaded.with(this::freeSeconds);
    }

    /** The time that units would have taken without load [s]. */
    private double freeSeconds(Entry entry) {
        Course course = courses.get(entry.worker());
        if (course == null) {
            return entry.seconds();
        }
        long from = Math.round(entry.fromSeconds() * 1e9);
        return (course.possible(from + Math.round(entry.seconds() * 1e9)) - course.possible(from)) / 1e9;
    }

    /** The measurements with times of units as they would be without load. */
    GainInput free(GainInput input, RecordedUnits loaded, RecordedUnits free) {
        if (courses.isEmpty()) {
            return input;
        }
        double all = free.seconds() / loaded.seconds();
        Map<String, Double> before = loaded.secondsOfWorkers();
        Map<String, Double> after = free.secondsOfWorkers();
        GainWork work = input.work()
                .withTimes(all * input.work().unitSeconds(), all * input.work().spreadSeconds());
        List<GainWorker> workers = input.workers().stream()
                .map(worker -> {
                    double own = after.getOrDefault(worker.name(), 0.0) / before.getOrDefault(worker.name(), 0.0);
                    return own > 0 ? worker.withUnitSeconds(own * worker.unitSeconds()) : worker;
                })
                .toList();
        return input.with(work, workers);
    }
}
