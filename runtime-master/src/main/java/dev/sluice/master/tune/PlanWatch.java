package dev.sluice.master.tune;

import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.SteerWorkers;
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

    /** Planning takes one part in so many of the time. */
    private static final long PART = 50;

    private static final int MOST_NAMED = 3;

    private static final String MOVED = "the rest of the run is planned again";

    /** A host that a plan has parked is timed again after this time, or that of so many of its units [ns]. */
    private static final long TRIED_NANOS = 30_000_000_000L;

    private static final int TRIED_UNITS = 16;

    /** The parts of a run that are planned again, beside the way in which units are handed out. */
    enum Open {
        ALL,
        /** Workers are parked and work again; the tree stays. */
        WORKERS,
        /** Sub-masters come and go; workers stay. */
        TREE
    }

    private final Replanning.Terms plan;
    private final Floor floor;
    private final Actuator actuator;
    private final Mover mover;
    private final TreeChanges tree;
    private final Open open;

    /** Made when the first cycle begins. */
    private @Nullable LineWatch lines;

    private @Nullable InputWatch inputs;

    /** Sites whose sub-master could not be started. */
    private final Set<String> barred = new HashSet<>();

    /** The hand-out with which the run began, or the latest one of a plan. */
    private Handout chosen;

    private final HostPaces paces;

    /** Hosts that a plan has parked. */
    private final Map<String, Parked> parked = new TreeMap<>();

    /** The times for which the run was planned last. */
    private Replanning.Measured known = new Replanning.Measured(Map.of(), Map.of());

    private long units;
    private long startedNanos = -1;
    private long lookNanos;
    private long restNanos;
    private int broken;

    /** The reason for which the run is to end earlier; null if there is none, or the rest was planned for it. */
    private @Nullable String hurry;

    private boolean hurried;
    private boolean planning;
    private boolean over;

    PlanWatch(Replanning.Terms plan, Floor floor, Actuator actuator, Mover mover, Open open) {
        this.plan = plan;
        this.mover = mover;
        this.open = open;
        this.tree = new TreeChanges(floor::seats, floor, mover, plan.starter(), MOVED);
        this.floor = floor;
        this.paces = new HostPaces(floor, plan.beliefs().unitSeconds());
        this.actuator = actuator;
        this.chosen = actuator.handout();
    }

    /** A host that is parked, or that computes for a while to be timed again. */
    private static final class Parked {
        /** The time of a unit over the believed one, for which it was parked. */
        private final double times;

        private long sinceNanos;
        private long waitNanos;
        private boolean tried;

        Parked(double times, double unitSeconds, long nowNanos) {
            this.times = times;
            sinceNanos = nowNanos;
            waitNanos = Math.max(TRIED_NANOS, Math.round(TRIED_UNITS * times * unitSeconds * 1e9));
        }

        /** @param is the same of the latest units; 0 if it is not known yet */
        boolean isSlowAgain(double is, long nowNanos) {
            return Math.log(times) > LineWatch.BROKEN
                    ? Math.log(is / times) > -LineWatch.BROKEN
                    : nowNanos - sinceNanos >= waitNanos; // no belief in its line is broken again
        }
    }

    // ---- the run

    @Override
    public void cycleBegun(int number, long ofCycle, long done) {
        units = ofCycle;
        startedNanos = startedNanos < 0 ? floor.nanoTime() : startedNanos;
        lines = lines == null ? new LineWatch(plan.beliefs().lines(), startedNanos) : lines;
        inputs = inputs == null ? new InputWatch(plan.beliefs().inputs(), startedNanos) : inputs;
    }

    @Override
    public void results(WorkerId worker, int cycle, List<ResultRun> runs) {
        paces.add(worker, runs);
    }

    @Override
    public void gone(WorkerId worker) {
        paces.forget(worker);
    }

    /** {@inheritDoc} The rest is planned for it once: later on, broken beliefs say what has changed. */
    @Override
    public void hurry(String why) {
        hurry = hurried ? hurry : why;
        hurried = true;
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
        InputWatch out = inputs;
        if (over || watched == null || out == null || floor.isEnding()) {
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
        paces.measure(known.times(), times, words);
        tryParked(times, now);
        broken = words.isEmpty() ? 0 : broken + 1;
        Map<String, List<RecentArrivals>> senders = new HashMap<>();
        floor.present()
                .forEach(worker -> senders.computeIfAbsent(worker.host(), any -> new ArrayList<>())
                        .add(floor.arrivals(worker.id())));
        Map<String, Double> slow = watched.look(senders, known.lines(), now);
        slow.putAll(out.look(floor.present(), floor::received, known.lines(), now));
        if (broken < LineWatch.AGREEING) {
            words.clear();
        }
        slow.forEach((line, is) ->
                words.add(String.format(Locale.ROOT, "%s carries %.2g of what was foretold", line, 1 / is)));
        if (hurry != null) {
            words.add(hurry);
        }
        long left = units - floor.computedUnits();
        boolean busy = planning || tree.isBusy() || now < restNanos;
        if (!words.isEmpty() && !busy && (left > 0 || floor.cyclesLeft() > 0)) {
            hurry = null;
            Map<String, Double> ofLines = new TreeMap<>(known.lines());
            ofLines.putAll(slow);
            plan(new Replanning.Measured(times, ofLines), words, Math.max(1, left));
        }
    }

    // ---- who is parked

    /**
     * Lets hosts that a plan has parked compute for a while, ever more rarely: one that is as slow as before is parked
     * again, and one that is not breaks a belief, so that the rest is planned with it.
     */
    private void tryParked(Map<String, Double> times, long now) {
        for (Map.Entry<String, Parked> each : parked.entrySet()) {
            String host = each.getKey();
            Parked is = each.getValue();
            boolean waited = now - is.sinceNanos >= is.waitNanos;
            if (!is.tried && waited && secondsLeft(now) * 1e9 >= is.waitNanos && !planning) {
                is.tried = move(host, true, "a plan has parked it, and it is timed again");
                is.sinceNanos = now;
            } else if (is.tried && is.isSlowAgain(times.getOrDefault(host, 0.0), now)) {
                is.tried = !move(host, false, "it is no faster than before");
                is.sinceNanos = now;
                is.waitNanos *= 2;
            }
        }
    }

    private boolean move(String host, boolean works, String why) {
        Set<WorkerId> ids = floor.present().stream()
                .filter(worker -> worker.host().equals(host) && !worker.subMaster())
                .map(Floor.Present::id)
                .collect(Collectors.toSet());
        ids.forEach(paces::forget);
        Applied applied = works ? actuator.unpark(ids, why) : actuator.park(ids, why);
        return !applied.changed().isEmpty();
    }

    // ---- what is planned

    /** Time until the expected end [s]. */
    private double secondsLeft(long now) {
        return Math.max(0, floor.expectedSeconds() - (now - startedNanos) / 1e9);
    }

    private void plan(Replanning.Measured measured, List<String> words, long left) {
        planning = true;
        long from = floor.nanoTime();
        Replanning.Rest rest = new Replanning.Rest(
                actuator.handout(), left, Math.max(0, floor.cyclesLeft()), secondsLeft(from), measured, crew());
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
        Map<String, Set<String>> branches = new HashMap<>();
        for (Floor.Present worker : floor.present()) {
            if (worker.subMaster()) {
                branches.put(
                        worker.host(),
                        paces.below(worker).stream().map(Floor.Below::host).collect(Collectors.toSet()));
            } else if (!worker.leaving() && !actuator.isParked(worker.id())) {
                working.add(worker.host());
            }
        }
        List<Floor.Seat> seats = open == Open.WORKERS ? List.of() : floor.seats();
        Set<String> sites = seats.stream()
                .map(Floor.Seat::site)
                .filter(site -> !barred.contains(site) && TreeSites.subMaster(site, seats) == null)
                .filter(site -> TreeSites.movable(site, seats).size() > 1)
                .filter(site -> TreeSites.host(site, seats, plan.starter()) != null)
                .collect(Collectors.toSet());
        Set<String> waiting = open == Open.TREE ? Set.of() : actuator.waitingHosts();
        Set<String> startable = new HashSet<>();
        if (open != Open.TREE && !actuator.isLimited()) {
            startable.addAll(plan.more().hosts());
            floor.present().forEach(worker -> startable.remove(worker.host()));
            branches.values().forEach(startable::removeAll);
        }
        return new Replanning.Crew(working, waiting, branches, sites, startable);
    }

    private void planned(Replanning.@Nullable Way way, String why, Replanning.Measured measured, long fromNanos) {
        planning = false;
        broken = 0;
        parked.values().removeIf(each -> each.tried); // they are among what was measured
        Map<String, Double> times = new TreeMap<>(measured.times());
        parked.forEach((host, each) -> times.putIfAbsent(host, each.times));
        known = new Replanning.Measured(times, measured.lines());
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
            changes |= open != Open.TREE && changeWorkers(way, why);
            changes |= open != Open.WORKERS && changeTree(way, why);
        }
        if (!changes) {
            floor.decided("plan", "the run goes on as before", why, "");
        }
    }

    /** Parks workers and lets others work; tells whether anything changes. */
    private boolean changeWorkers(Replanning.Way way, String why) {
        Set<WorkerId> parks = new HashSet<>();
        Set<WorkerId> unparks = new HashSet<>();
        for (Floor.Present worker : floor.present()) {
            boolean waits = actuator.isParked(worker.id());
            if (!worker.subMaster() && !waits && way.parked().contains(worker.host())) {
                parks.add(worker.id());
            } else if (waits && way.unparked().contains(worker.host())) {
                unparks.add(worker.id());
            }
        }
        boolean changes = (!parks.isEmpty() || !unparks.isEmpty())
                && !actuator.change(parks, unparks, why).changed().isEmpty();
        for (Floor.Present worker : floor.present()) {
            for (Floor.Below each : paces.below(worker)) {
                changes |= way.parked().contains(each.host()) && parkBelow(worker.id(), each, why);
            }
        }
        for (String host : way.unparked()) {
            if (plan.more().hosts().contains(host)) {
                floor.decided("worker", "a worker is started on " + host, why, "");
                plan.more()
                        .start(
                                host,
                                failed -> floor.post(
                                        () -> floor.decided("worker", host + " gets no worker", failed, "")));
                changes = true;
            }
        }
        if (changes) {
            for (String host : way.parked()) {
                double seconds = plan.beliefs().unitSeconds().getOrDefault(host, 0.0);
                parked.put(host, new Parked(known.times().getOrDefault(host, 1.0), seconds, floor.nanoTime()));
            }
        }
        return changes;
    }

    /** A worker below a sub-master moves to the master, which it joins parked. */
    private boolean parkBelow(WorkerId subMaster, Floor.Below worker, String why) {
        String name = subMaster + "/" + worker.name();
        boolean moves = mover.apply(SteerWorkers.move(List.of(name), SteerWorkers.MASTER), why)
                .refused()
                .isEmpty();
        if (moves) {
            actuator.parkHost(worker.host(), true);
        }
        return moves;
    }

    /** Tells whether the tree changes. */
    private boolean changeTree(Replanning.Way way, String why) {
        boolean changes = false;
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
