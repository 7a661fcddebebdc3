package dev.sluice.benchmarks.papers;

import dev.sluice.benchmarks.tuning.MateExperiment.Change;
import dev.sluice.benchmarks.tuning.MateExperiment.Outcome;
import dev.sluice.json.JsonTree;
import dev.sluice.model.simulate.SimulationReport.CycleTimes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real run by its {@code run.json}, without the warm-up cycle 0: the times of cycles, and when the number of workers
 * changed.
 */
final class MateRecord {
    private static final Pattern PARKED = Pattern.compile("(\\d+) of (\\d+) workers (?:is|are) parked");
    private static final String NONE_PARKED = "all workers work";

    private MateRecord() {}

    /**
     * Reads the report of a run.
     *
     * @param workers of the run
     * @throws IOException if it has no cycle after the warm-up, or several in one record
     */
    static Outcome of(JsonTree report, int workers) throws IOException {
        TreeMap<Integer, CycleTimes> cycles = new TreeMap<>();
        double workerSeconds = 0;
        double begin = Double.NaN;
        for (JsonTree record : report.at("course").at("cycles").elements()) {
            int number = record.at("cycle").integer();
            if (record.at("ended").integer() > 1) {
                throw new IOException("cycles from " + number + " on share a record (expected: one for each)");
            }
            if (number == 0) {
                continue;
            }
            double from = record.at("fromSeconds").number();
            double seconds = record.at("seconds").number();
            begin = Double.isNaN(begin) ? from : begin;
            long fromNanos = Math.round((from - begin) * 1e9);
            long toNanos = Math.round((from + seconds - begin) * 1e9);
            CycleTimes part = new CycleTimes(number - 1, record.at("units").whole(), fromNanos, toNanos);
            cycles.merge(number, part, MateRecord::together);
            workerSeconds += seconds * record.at("slots").number();
        }
        if (cycles.isEmpty()) {
            throw new IOException("no cycle after the warm-up (expected: at least one)");
        }
        List<CycleTimes> all = List.copyOf(cycles.values());
        double seconds = all.get(all.size() - 1).toNanos() / 1e9;
        return new Outcome(seconds, workerSeconds, all, changes(report, all, begin, workers));
    }

    private static CycleTimes together(CycleTimes one, CycleTimes next) {
        return new CycleTimes(one.cycle(), one.units() + next.units(), one.fromNanos(), next.toNanos());
    }

    /** Changes act on whole cycles, so that each counts from the nearest begin of a cycle on. */
    private static List<Change> changes(JsonTree report, List<CycleTimes> cycles, double begin, int workers) {
        List<Change> changes = new ArrayList<>();
        for (JsonTree decision : report.at("decisions").elements()) {
            String what = decision.at("what").text();
            Matcher parked = PARKED.matcher(what);
            boolean some = parked.matches();
            if (decision.at("kind").text().equals("workers") && (some || what.equals(NONE_PARKED))) {
                double nanos = (decision.at("seconds").number() - begin) * 1e9;
                int atWork = workers - (some ? Integer.parseInt(parked.group(1)) : 0);
                String words = String.join(
                        "; ",
                        what,
                        decision.at("why").text(),
                        decision.at("outcome").text());
                changes.add(new Change(nearest(cycles, nanos), atWork, words));
            }
        }
        return changes;
    }

    private static long nearest(List<CycleTimes> cycles, double nanos) {
        return cycles.stream()
                .map(CycleTimes::fromNanos)
                .min(Comparator.comparingDouble(from -> Math.abs(from - nanos)))
                .orElseThrow();
    }
}
