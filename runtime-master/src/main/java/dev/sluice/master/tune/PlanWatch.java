package dev.sluice.master.tune;

import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares the times of units on each host, and of results on each line, with those that its plan believes, and has the
 * rest of the run planned again when a host is no longer what it was believed to be beside the others, or a line is
 * slower. Units that take longer everywhere break no belief. Confined to the master loop.
 */
final class PlanWatch implements Tuning {
    private static final long LOOK_NANOS = 2_000_000_000L;

    /** Units of a worker that show its pace. */
    private static final int ENOUGH = 4;

    /** The pace of a worker is that of about so many units. */
    private static final double RECENT = 6;

    /** Planning takes one part in so many of the time. */
    private static final long PART = 50;

    private static final int MOST_NAMED = 3;

    private static final String MOVED = "the rest of the run is planned again";

    private final Replanning.Terms plan;
    private final Floor floor;
    private final Actuator actuator;
    private final TreeChanges tree;

    /** Made when the first cycle begins. */
    private @Nullable LineWatch lines;

    /** Sites whose sub-master could not be started. */
    private final Set<String> barred = new HashSet<>();

    /** The hand-out with which the run began, or the latest one of a plan. */
    private Handout chosen;

    private final Map<WorkerId, Pace> paces = new HashMap<>();

    /** The times for which the run was planned last. */
    private Replanning.Measured known = new Replanning.Measured(Map.of(), Map.of());

    private long units;
    private long startedNanos = -1;
    private long lookNanos;
    private long restNanos;
    private int broken;
    private boolean planning;
    private boolean over;

    PlanWatch(Replanning.Terms plan, Floor floor, Actuator actuator, Mover mover) {
        this.plan = plan;
        this.tree = new TreeChanges(floor::seats, floor, mover, plan.starter(), MOVED);
        this.floor = floor;
        this.actuator = actuator;
        this.chosen = actuator.handout();
    }

    /** The times of the latest units of a worker. */
    private static final class Pace {
        private long timed;
        private double mean;
        private double variance;

        void add(ResultRun run) {
            double seconds = run.computeNanos() / 1e9 / run.units();
            double gain = Math.max(1.0 / (timed + run.units()), 1 - Math.pow(1 - 1 / RECENT, run.units()));
            gain = timed == 0 ? 1 : gain;
            double apart = seconds - mean;
            variance = timed == 0 ? 0 : (1 - gain) * (variance + gain * apart * apart);
            mean += gain * apart;
            timed += run.units();
        }

        /** Standard error of the logarithm of the pace. */
        double error() {
            return Math.sqrt(variance / Math.min(timed, RECENT)) / mean;
        }
    }

    /** A pace beside the one that was believed. */
    private record Ratio(double times, double error) {}

    // ---- the run

    @Override
    public void cycleBegun(int number, long ofCycle, long done) {
        units = ofCycle;
        startedNanos = startedNanos < 0 ? floor.nanoTime() : startedNanos;
        lines = lines == null ? new LineWatch(plan.beliefs().lines(), startedNanos) : lines;
    }

    @Override
    public void results(WorkerId worker, int cycle, List<ResultRun> runs) {
        Pace pace = paces.computeIfAbsent(worker, none -> new Pace());
        runs.forEach(pace::add);
    }

    @Override
    public void gone(WorkerId worker) {
        paces.remove(worker);
    }

    /** {@inheritDoc} They stay as they are, and nothing is planned again. */
    @Override
    public void steered() {
        end();
    }

    @Override
    public void runEnded() {
        end();
    }

    private void end() {
        over = true;
        plan.beside().close();
    }

    @Override
    public void tick() {
        long now = floor.nanoTime();
        LineWatch watched = lines;
        if (over || watched == null || floor.isEnding()) {
            return;
        }
        TreeChanges.Failure failure = tree.tick();
        if (failure != null) {
            barred.add(failure.site());
            floor.decided("tree", failure.site() + " stays as it is", failure.why(), "");
        }
        if (now - lookNanos < LOOK_NANOS) {
            return;
        }
        lookNanos = now;
        if (!actuator.handout().equals(chosen)) { // changed by hand
            end();
            return;
        }
        Map<String, Double> times = new TreeMap<>();
        List<String> words = new ArrayList<>();
        measure(times, words);
        broken = words.isEmpty() ? 0 : broken + 1;
        Map<String, List<RecentArrivals>> senders = new HashMap<>();
        floor.present()
                .forEach(worker -> senders.computeIfAbsent(worker.host(), any -> new ArrayList<>())
                        .add(floor.arrivals(worker.id())));
        Map<String, Double> slow = watched.look(senders, known.lines(), now);
        if (broken < LineWatch.AGREEING) {
            words.clear();
        }
        slow.forEach((line, is) ->
                words.add(String.format(Locale.ROOT, "%s carries %.2g of what was foretold", line, 1 / is)));
        long left = units - floor.computedUnits();
        boolean busy = planning || tree.isBusy() || now < restNanos;
        if (!words.isEmpty() && !busy && (left > 0 || floor.cyclesLeft() > 0)) {
            Map<String, Double> ofLines = new TreeMap<>(known.lines());
            ofLines.putAll(slow);
            plan(new Replanning.Measured(times, ofLines), words, Math.max(1, left));
        }
    }

    // ---- what is broken

    /**
     * Measures hosts beside each other.
     *
     * @param times receives the times of units over the believed ones, by host
     * @param words receives a sentence for each broken belief
     */
    private void measure(Map<String, Double> times, List<String> words) {
        Map<String, Ratio> ratios = new TreeMap<>();
        for (Floor.Present worker : floor.present()) {
            Double believed = plan.beliefs().unitSeconds().get(worker.host());
            Pace pace = paces.get(worker.id());
            if (believed != null && pace != null && pace.timed >= ENOUGH && pace.mean > 0 && !worker.leaving()) {
                ratios.put(worker.host(), new Ratio(pace.mean / believed, pace.error()));
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
            double apart = Math.abs(Math.log(is / known.times().getOrDefault(host, 1.0)));
            if (apart > LineWatch.BROKEN && apart > LineWatch.ERRORS * ratio.error()) {
                words.add(String.format(Locale.ROOT, "%s computes at %.2g of what was foretold", host, 1 / is));
            }
        });
    }

    // ---- what is planned

    private void plan(Replanning.Measured measured, List<String> words, long left) {
        planning = true;
        long from = floor.nanoTime();
        double seconds = Math.max(0, floor.expectedSeconds() - (from - startedNanos) / 1e9);
        Replanning.Rest rest = new Replanning.Rest(
                actuator.handout(), left, Math.max(0, floor.cyclesLeft()), seconds, measured, crew());
        int more = words.size() - MOST_NAMED;
        String why = "planned again: " + String.join(", ", more > 0 ? words.subList(0, MOST_NAMED) : words)
                + (more > 0 ? ", and " + more + " more" : "");
        plan.beside().execute(() -> {
            Replanning.Way way;
            String failed = "";
            try {
                way = plan.again().of(rest);
            } catch (RuntimeException defect) { // costs the plan, and not the run
                way = null;
                failed = "; the model failed: " + defect;
            }
            Replanning.Way found = way;
            String reason = why + failed;
            floor.post(() -> planned(found, reason, measured, from));
        });
    }

    private Replanning.Crew crew() {
        Set<String> working = new HashSet<>();
        Map<String, Set<String>> below = new HashMap<>();
        for (Floor.Present worker : floor.present()) {
            if (worker.subMaster()) {
                below.put(
                        worker.host(),
                        floor.below(worker.id()).stream().map(Floor.Below::host).collect(Collectors.toSet()));
            } else if (!worker.leaving() && !actuator.isParked(worker.id())) {
                working.add(worker.host());
            }
        }
        List<Floor.Seat> seats = floor.seats();
        Set<String> sites = seats.stream()
                .map(Floor.Seat::site)
                .filter(site -> !barred.contains(site) && TreeSites.subMaster(site, seats) == null)
                .filter(site -> TreeSites.movable(site, seats).size() > 1)
                .filter(site -> TreeSites.host(site, seats, plan.starter()) != null)
                .collect(Collectors.toSet());
        return new Replanning.Crew(working, actuator.waitingHosts(), below, sites);
    }

    private void planned(Replanning.@Nullable Way way, String why, Replanning.Measured measured, long fromNanos) {
        planning = false;
        broken = 0;
        known = measured;
        long now = floor.nanoTime();
        restNanos = now + PART * (now - fromNanos);
        if (over || floor.isEnding() || !actuator.handout().equals(chosen)) {
            return;
        }
        boolean changes = false;
        if (way != null) {
            actuator.handOut(way.handout(), why);
            changes = !actuator.handout().equals(chosen);
            chosen = actuator.handout();
            changes |= change(way, why);
        }
        if (!changes) {
            floor.decided("plan", "the run goes on as before", why, "");
        }
    }

    /** Parks workers, lets others work, and changes the tree; tells whether anything changes. */
    private boolean change(Replanning.Way way, String why) {
        Set<WorkerId> parks = new HashSet<>();
        Set<WorkerId> unparks = new HashSet<>();
        for (Floor.Present worker : floor.present()) {
            boolean parked = actuator.isParked(worker.id());
            if (!worker.subMaster() && !parked && way.parked().contains(worker.host())) {
                parks.add(worker.id());
            } else if (parked && way.unparked().contains(worker.host())) {
                unparks.add(worker.id());
            }
        }
        boolean changes = (!parks.isEmpty() || !unparks.isEmpty())
                && !actuator.change(parks, unparks, why).changed().isEmpty();
        for (Floor.Seat seat : floor.seats()) {
            if (seat.worker().subMaster() && way.merged().contains(seat.worker().host())) {
                changes |= tree.remove(seat, why).isEmpty();
            }
        }
        for (String site : way.split()) {
            floor.decided("tree", site + " gets a sub-master", why, "");
            tree.split(site);
            changes = true;
        }
        return changes;
    }
}
