package dev.sluice.model.pool;

import dev.sluice.testing.Records;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** A pool in virtual time: real decisions, workers that start after 0.3 s, compute units and drain within one unit. */
final class SimulatedPool {
    static final long SECOND = 1_000_000_000L;
    private static final long START_NANOS = 300_000_000L;

    /** A run that can compute at most {@code usable} units at a time. */
    static final class Job {
        final PoolRun run;
        final long units;
        final int usable;
        long arrivedNanos = -1;
        long endedNanos = -1;
        long issued;
        long finished;
        int computing;
        int held;

        /** Time of held slots, and of the shares, since the arrival [slot-ns]. */
        double heldNanos;

        double shareNanos;

        /** Differences of both, second by second. */
        final List<Double> apart = new ArrayList<>();

        Job(PoolRun run, long units, int usable) {
            this.run = run;
            this.units = units;
            this.usable = usable;
        }

        boolean active() {
            return arrivedNanos >= 0 && endedNanos < 0;
        }

        PoolRun now() {
            return Records.with(run, "backlogUnits", units - finished);
        }
    }

    private static final class Slot {
        final Job job;
        final String host;
        boolean started;
        boolean computing;
        boolean draining;

        Slot(Job job, String host) {
            this.job = job;
            this.host = host;
        }
    }

    private record Event(long nanos, long order, Runnable action) {}

    private final List<PoolHost> hosts;
    private final SlotDivision division;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<String, Map<String, List<Slot>>> slots = new LinkedHashMap<>();
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::order));
    private Map<String, Double> shares = Map.of();
    private long order;
    private long nowNanos;
    private boolean due;
    int moves;

    SimulatedPool(List<PoolHost> hosts, DivisionTerms terms) {
        this.hosts = hosts;
        this.division = new SlotDivision(terms);
        at(0, this::tick);
    }

    static List<PoolHost> hosts(int count, int slots) {
        List<PoolHost> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            hosts.add(new PoolHost("h" + i, slots));
        }
        return hosts;
    }

    static PoolRun run(String id, double weight, GainCurve curve, long unitNanos) {
        return new PoolRun(id, weight, 0, PoolRun.Limits.NONE, 0, false, curve, unitNanos);
    }

    Job submit(long atNanos, PoolRun run, long units, int usable) {
        Job job = new Job(run, units, usable);
        jobs.add(job);
        at(atNanos, () -> {
            job.arrivedNanos = nowNanos;
            slots.put(run.id(), new LinkedHashMap<>());
            due = true;
        });
        return job;
    }

    private void at(long nanos, Runnable action) {
        events.add(new Event(nanos, order++, action));
    }

    /** Runs until all jobs have ended or the time is over. */
    void run(long untilNanos) {
        while (!events.isEmpty()
                && events.peek().nanos() <= untilNanos
                && jobs.stream().anyMatch(j -> j.endedNanos < 0)) {
            Event event = events.remove();
            integrate(event.nanos());
            event.action().run();
            while (due) {
                due = false;
                decide();
            }
        }
    }

    private void tick() {
        jobs.stream().filter(Job::active).forEach(job -> job.apart.add(job.heldNanos - job.shareNanos));
        due = true;
        at(nowNanos + SECOND, this::tick);
    }

    private void integrate(long nanos) {
        for (Job job : jobs) {
            if (job.active()) {
                job.heldNanos += (double) job.held * (nanos - nowNanos);
                job.shareNanos += shares.getOrDefault(job.run.id(), 0.0) * (nanos - nowNanos);
            }
        }
        nowNanos = nanos;
    }

    private void decide() {
        List<PoolHolding> holdings = new ArrayList<>();
        slots.forEach((run, byHost) -> byHost.forEach((host, list) -> {
            if (!list.isEmpty()) {
                holdings.add(new PoolHolding(run, host, list.size(), (int)
                        list.stream().filter(s -> s.draining).count()));
            }
        }));
        List<PoolRun> runs = jobs.stream().filter(Job::active).map(Job::now).toList();
        PoolDecision decision = division.decide(nowNanos, hosts, runs, holdings);
        shares = decision.shares();
        for (SlotMove move : decision.moves()) {
            moves++;
            Job job = jobs.stream()
                    .filter(j -> j.run.id().equals(move.run()))
                    .findFirst()
                    .orElseThrow();
            if (move instanceof SlotMove.Grow) {
                grow(job, move);
            } else {
                drain(job, move);
            }
        }
    }

    private void grow(Job job, SlotMove move) {
        for (int i = move.from(); i < move.to(); i++) {
            Slot slot = new Slot(job, move.host());
            job.held++;
            slots.get(job.run.id())
                    .computeIfAbsent(move.host(), h -> new ArrayList<>())
                    .add(slot);
            at(nowNanos + START_NANOS, () -> {
                slot.started = true;
                next(slot);
            });
        }
    }

    private void drain(Job job, SlotMove move) {
        List<Slot> list = slots.get(job.run.id()).get(move.host());
        List<Slot> leaving = list.stream()
                .filter(slot -> !slot.draining)
                .sorted(Comparator.comparing(slot -> slot.computing))
                .limit((long) move.from() - move.to())
                .toList();
        for (Slot slot : leaving) {
            slot.draining = true;
            if (!slot.computing) {
                list.remove(slot);
                job.held--;
                due = true;
            }
        }
    }

    private void next(Slot slot) {
        Job job = slot.job;
        if (!slot.started || slot.computing || slot.draining || job.endedNanos >= 0) {
            return;
        }
        if (job.issued < job.units && job.computing < job.usable) {
            job.issued++;
            job.computing++;
            slot.computing = true;
            at(nowNanos + job.run.unitNanos(), () -> finish(slot));
        }
    }

    private void finish(Slot slot) {
        Job job = slot.job;
        slot.computing = false;
        job.computing--;
        job.finished++;
        if (job.finished == job.units) {
            job.endedNanos = nowNanos;
            slots.remove(job.run.id());
            due = true;
        } else if (slot.draining) {
            slots.get(job.run.id()).get(slot.host).remove(slot);
            job.held--;
            due = true;
        }
        next(slot);
        if (job.endedNanos < 0) {
            if (!slot.computing && job.issued < job.units) {
                slots.get(job.run.id()).values().forEach(list -> list.forEach(this::next));
            }
            due |= job.issued == job.units;
        }
    }
}
