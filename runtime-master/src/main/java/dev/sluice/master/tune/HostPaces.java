package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.ResultRun;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The times of the latest units on each host, beside those that a plan believes. Workers below sub-masters count by the
 * sums that these report. Confined to the master loop.
 */
final class HostPaces {
    /** Units of a worker that show its pace. */
    private static final int ENOUGH = 4;

    /** The pace of a worker is that of about so many units. */
    private static final double RECENT = 6;

    private final Floor floor;

    /** Times of a unit, by host [s]. */
    private final Map<String, Double> believed;

    private final Map<WorkerId, Pace> paces = new HashMap<>();

    /** Paces of workers below sub-masters, by name. */
    private final Map<String, PaceBelow> below = new HashMap<>();

    HostPaces(Floor floor, Map<String, Double> believed) {
        this.floor = floor;
        this.believed = believed;
    }

    /** The times of the latest units of a worker. */
    private static final class Pace {
        private long timed;
        private double mean;
        private double variance;

        void add(long units, long computeNanos) {
            double seconds = computeNanos / 1e9 / units;
            double gain = Math.max(1.0 / (timed + units), 1 - Math.pow(1 - 1 / RECENT, units));
            gain = timed == 0 ? 1 : gain;
            double apart = seconds - mean;
            variance = timed == 0 ? 0 : (1 - gain) * (variance + gain * apart * apart);
            mean += gain * apart;
            timed += units;
        }

        /** Standard error of the logarithm of the pace. */
        double error() {
            return Math.sqrt(variance / Math.min(timed, RECENT)) / mean;
        }
    }

    /** The pace of a worker below a sub-master, which reports the sum of its units. */
    private static final class PaceBelow {
        private final Pace pace = new Pace();
        private long units;
        private long computeNanos;

        void reported(Floor.Below figures) {
            if (figures.units() > units) {
                pace.add(figures.units() - units, Math.max(0, figures.computeNanos() - computeNanos));
                units = figures.units();
                computeNanos = figures.computeNanos();
            }
        }
    }

    /** A pace beside the one that was believed. */
    private record Ratio(double times, double error) {}

    void add(WorkerId worker, List<ResultRun> runs) {
        Pace pace = paces.computeIfAbsent(worker, none -> new Pace());
        runs.forEach(run -> pace.add(run.units(), run.computeNanos()));
    }

    /** The worker is gone, or begins anew. */
    void forget(WorkerId worker) {
        paces.remove(worker);
    }

    /**
     * Measures hosts beside each other.
     *
     * @param known by host: times for which the run was planned last; 1 for others
     * @param times receives the times of units over the believed ones, by host
     * @param words receives a sentence for each broken belief
     */
    void measure(Map<String, Double> known, Map<String, Double> times, List<String> words) {
        Map<String, Ratio> ratios = new TreeMap<>();
        for (Floor.Present worker : floor.present()) {
            for (Floor.Below each : below(worker)) {
                PaceBelow ofHost = below.computeIfAbsent(worker.id() + "/" + each.name(), any -> new PaceBelow());
                ofHost.reported(each);
                rate(each.host(), ofHost.pace, ratios);
            }
        }
        for (Floor.Present worker : floor.present()) {
            Pace pace = paces.get(worker.id());
            if (pace != null && !worker.leaving()) {
                rate(worker.host(), pace, ratios);
            }
        }
        if (ratios.size() < 2) {
            return;
        }
        double[] sorted =
                ratios.values().stream().mapToDouble(Ratio::times).sorted().toArray();
        double middle = sorted[(sorted.length - 1) / 2]; // of two hosts, the slower one has changed
        ratios.forEach((host, ratio) -> {
            double is = ratio.times() / middle;
            times.put(host, is);
            double apart = Math.abs(Math.log(is / known.getOrDefault(host, 1.0)));
            if (apart > LineWatch.BROKEN && apart > LineWatch.ERRORS * ratio.error()) {
                words.add(String.format(Locale.ROOT, "%s computes at %.2g of what was foretold", host, 1 / is));
            }
        });
    }

    /** The workers below a sub-master, without those that have moved to the master. */
    List<Floor.Below> below(Floor.Present worker) {
        if (!worker.subMaster() || worker.leaving()) {
            return List.of();
        }
        Set<String> own = floor.present().stream()
                .filter(each -> !each.subMaster())
                .map(Floor.Present::host)
                .collect(Collectors.toSet());
        return floor.below(worker.id()).stream()
                .filter(each -> !own.contains(each.host()))
                .toList();
    }

    private void rate(String host, Pace pace, Map<String, Ratio> ratios) {
        Double seconds = believed.get(host);
        if (seconds != null && pace.timed >= ENOUGH && pace.mean > 0) {
            ratios.put(host, new Ratio(pace.mean / seconds, pace.error()));
        }
    }
}
