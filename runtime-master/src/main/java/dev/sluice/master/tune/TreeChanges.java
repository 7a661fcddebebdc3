package dev.sluice.master.tune;

import dev.sluice.master.tune.Floor.Seat;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries out changes of the tree, one after the other: starts a sub-master where none is, moves workers, and removes
 * sub-masters. Workers that join a site later move as well, each host once. Confined to the master loop.
 */
final class TreeChanges {
    /** Time within which a sub-master joins that was started: its jar passes the narrow way first [ns]. */
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(300);

    /** Time after which nobody waits any more for workers that compute long units [ns]. */
    private static final long MOVE_NANOS = TimeUnit.SECONDS.toNanos(120);

    /** A change that could not be made, or not completely. */
    record Failure(String site, String why) {}

    /** One change of one site. */
    private static final class Step {
        final String site;
        final boolean splits;
        String failure = "";
        long sinceNanos;
        boolean starting;
        boolean told;
        Set<String> moving = Set.of();

        Step(String site, boolean splits) {
            this.site = site;
            this.splits = splits;
        }
    }

    private final Supplier<List<Seat>> seats;
    private final Floor run;
    private final Mover mover;
    private final SubMasterStart starter;
    private final String why;
    private final Deque<Step> steps = new ArrayDeque<>();

    /** Sites whose workers belong below a sub-master, each with the hosts that were told so. */
    private final Map<String, Set<String>> served = new HashMap<>();

    /** @param why workers move */
    TreeChanges(Supplier<List<Seat>> seats, Floor run, Mover mover, SubMasterStart starter, String why) {
        this.seats = seats;
        this.run = run;
        this.mover = mover;
        this.starter = starter;
        this.why = why;
    }

    /** Gives the site a sub-master. */
    void split(String site) {
        steps.add(new Step(site, true));
    }

    /** Takes the sub-master of the site away. */
    void merge(String site) {
        steps.add(new Step(site, false));
    }

    /** Takes back that the site gets a sub-master. */
    void withdraw(String site) {
        Step open = steps.peek();
        boolean waiting = steps.removeIf(step -> step != open && step.splits && step.site.equals(site));
        if (!waiting) {
            merge(site);
        }
    }

    /** The sub-master of the site is gone. */
    void lost(String site) {
        served.remove(site);
    }

    boolean isBusy() {
        return !steps.isEmpty();
    }

    /** Goes on with the first change; returns why it failed, or null. */
    @Nullable
    Failure tick() {
        Step step = steps.peek();
        List<Seat> now = seats.get();
        if (step == null) {
            served.forEach((site, hosts) -> follow(site, hosts, now));
            return null;
        }
        step.sinceNanos = step.sinceNanos == 0 ? run.nanoTime() : step.sinceNanos;
        boolean done = step.splits ? splits(step, now) : merges(step, now);
        if (done || !step.failure.isEmpty()) {
            steps.remove();
        }
        return step.failure.isEmpty() ? null : new Failure(step.site, step.failure);
    }

    private boolean splits(Step step, List<Seat> seats) {
        Seat subMaster = TreeSites.subMaster(step.site, seats);
        if (subMaster == null) {
            return starts(step, seats);
        }
        if (!step.told) {
            step.told = true;
            step.sinceNanos = run.nanoTime();
            List<Seat> workers = TreeSites.movable(step.site, seats);
            Set<String> hosts =
                    workers.stream().map(each -> each.worker().host()).collect(Collectors.toSet());
            served.put(step.site, hosts);
            step.moving =
                    workers.stream().map(each -> each.worker().id().toString()).collect(Collectors.toSet());
            step.failure = moves(workers, subMaster);
            return step.moving.isEmpty();
        }
        Set<String> here = TreeSites.movable(step.site, seats).stream()
                .map(each -> each.worker().id().toString())
                .collect(Collectors.toSet());
        boolean arrived = step.moving.stream().noneMatch(here::contains)
                && subMaster.below().size() >= step.moving.size();
        return arrived || isLate(step, MOVE_NANOS);
    }

    /** Waits for a sub-master, which is started at first. */
    private boolean starts(Step step, List<Seat> seats) {
        if (step.told) {
            step.failure = "its sub-master was lost";
        } else if (!step.starting) {
            String host = TreeSites.host(step.site, seats, starter);
            if (host == null) {
                step.failure = "its workers are gone";
                return false;
            }
            step.starting = true;
            starter.start(host, refused -> run.post(() -> failed(step, refused)));
        } else if (isLate(step, START_NANOS)) {
            step.failure = "no sub-master has joined within " + TimeUnit.NANOSECONDS.toSeconds(START_NANOS) + " s";
        }
        return false;
    }

    private void failed(Step step, String refused) {
        if (steps.peek() == step && !step.told) {
            step.failure = refused;
        }
    }

    /** Returns why the workers were not told; empty if they were. */
    private String moves(List<Seat> workers, Seat to) {
        if (workers.isEmpty()) {
            return "";
        }
        List<String> names =
                workers.stream().map(each -> each.worker().id().toString()).toList();
        SteerAnswer answer =
                mover.apply(SteerWorkers.move(names, to.worker().id().toString()), why);
        return answer.refused();
    }

    private boolean merges(Step step, List<Seat> seats) {
        served.remove(step.site);
        Seat subMaster = seats.stream()
                .filter(seat -> seat.worker().subMaster() && seat.site().equals(step.site))
                .findFirst()
                .orElse(null);
        if (subMaster == null) {
            return true;
        }
        if (!step.told) {
            step.told = true;
            step.failure = remove(subMaster, why);
        }
        return isLate(step, MOVE_NANOS);
    }

    /** Tells a sub-master to leave; returns why it was not told, or an empty text. */
    String remove(Seat subMaster, String reason) {
        served.remove(subMaster.site());
        SteerAnswer answer =
                mover.apply(SteerWorkers.move(List.of(subMaster.worker().id().toString()), ""), reason);
        return answer.refused();
    }

    private boolean isLate(Step step, long nanos) {
        return run.nanoTime() - step.sinceNanos > nanos;
    }

    private void follow(String site, Set<String> hosts, List<Seat> seats) {
        Seat subMaster = TreeSites.subMaster(site, seats);
        if (subMaster != null) {
            List<Seat> late = TreeSites.movable(site, seats).stream()
                    .filter(each -> hosts.add(each.worker().host()))
                    .toList();
            moves(late, subMaster);
        }
    }
}
