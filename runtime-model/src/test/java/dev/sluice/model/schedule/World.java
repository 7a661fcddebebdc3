package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * A scheduler with scripted workers: carries out actions, checks the invariants after every event, and keeps an outside
 * ledger.
 */
final class World {
    /** Transitions visited by all worlds, as "FROM INPUT". */
    static final Set<String> VISITED = new java.util.TreeSet<>();

    Scheduler scheduler;
    private final SchedulerConfig config;
    final Map<WorkerId, FakeWorker> workers = new TreeMap<>();
    final List<Action> actions = new ArrayList<>();
    final List<Action.Quarantine> quarantined = new ArrayList<>();
    final Set<Integer> finishedCycles = new java.util.TreeSet<>();
    BitSet accepted = new BitSet();
    long acceptedTwice;
    long now = 1_000_000_000L;
    int cycle = -1;
    long units;
    boolean stopped;
    int droughts;

    /** A worker with its units in the order of computing. */
    static final class FakeWorker {
        final WorkerId id;
        final int slots;
        final Deque<long[]> queue = new ArrayDeque<>(); // attempt, nonce, unit
        boolean connected = true;

        FakeWorker(WorkerId id, int slots) {
            this.id = id;
            this.slots = slots;
        }
    }

    World(PolicyName policy, int prefetch, long seed) {
        this(policy, Weighting.EQUAL, prefetch, seed);
    }

    World(PolicyName policy, Weighting weighting, int prefetch, long seed) {
        this(policy, weighting, prefetch, seed, 0);
    }

    World(PolicyName policy, Weighting weighting, int prefetch, long seed, int speculation) {
        this(new SchedulerConfig(
                new Handout(policy, weighting, prefetch, speculation),
                3,
                FailureTerms.USUAL_LEASE_NANOS,
                new SplittableRandom(seed),
                0));
    }

    World(SchedulerConfig config) {
        this.config = config;
        scheduler = new Scheduler(
                config,
                (from, input, to) -> VISITED.add(from + " " + input),
                (from, input, to) -> VISITED.add(from + " " + input));
    }

    void apply(Event event) {
        List<Action> out = new ArrayList<>();
        scheduler.apply(event, now, out::add);
        out.forEach(this::carryOut);
        actions.addAll(out);
        Invariants.check(scheduler);
    }

    /** Another scheduler continues from the state of this one. */
    OpenCycle changeScheduler() {
        OpenCycle open = scheduler.open(now);
        scheduler = new Scheduler(config, open, now);
        Invariants.check(scheduler);
        return open;
    }

    private void carryOut(Action action) {
        if (action instanceof Action.Assign assign) {
            FakeWorker worker = workers.get(assign.worker());
            for (long unit = assign.run().firstUnit(); unit < assign.run().endUnit(); unit++) {
                worker.queue.add(
                        new long[] {assign.run().attemptOf(unit), assign.run().nonce(), unit});
            }
        } else if (action instanceof Action.Accept accept) {
            for (long unit = accept.from(); unit < accept.to(); unit++) {
                acceptedTwice += accepted.get((int) unit) ? 1 : 0;
                accepted.set((int) unit);
            }
        } else if (action instanceof Action.DropHeld drop) {
            workers.get(drop.worker())
                    .queue
                    .removeIf(held -> drop.units().firstUnit() <= held[2]
                            && held[2] < drop.units().endUnit()
                            && held[1] == drop.units().nonce());
        } else if (action instanceof Action.Disconnect disconnect) {
            workers.remove(disconnect.worker());
        } else if (action instanceof Action.Quarantine quarantine) {
            quarantined.add(quarantine);
        } else if (action instanceof Action.FinishCycle finish) {
            assertThat(finishedCycles.add(finish.cycle()))
                    .as("cycle %d finished once", finish.cycle())
                    .isTrue();
            workers.values().forEach(worker -> worker.queue.clear());
        } else if (action instanceof Action.FinishStop) {
            stopped = true;
        } else if (action instanceof Action.WaitForWorkers) {
            droughts++;
        }
    }

    void begin(long count) {
        begin(count, new UnitRanges());
    }

    void begin(long count, UnitRanges known) {
        begin(count, known, 0);
    }

    /** @param parts that stay with workers; 0 for none */
    void begin(long count, UnitRanges known, int parts) {
        accepted = new BitSet();
        units = count;
        quarantined.clear();
        apply(new Event.CycleBegun(++cycle, count, known, 0, false, List.of(), parts));
    }

    WorkerId join(int number, int slots) {
        return join(number, slots, 0);
    }

    /** A worker joins, of which this time of a unit is expected [s]. */
    WorkerId join(int number, int slots, double unitSeconds) {
        WorkerId id = new WorkerId(number);
        workers.put(id, new FakeWorker(id, slots));
        apply(new Event.WorkerJoined(id, slots, unitSeconds, Brought.NOTHING));
        return id;
    }

    /** The worker computes up to {@code units} units, each in the given time, and reports them together. */
    int compute(WorkerId id, int units, long unitNanos) {
        FakeWorker worker = workers.get(id);
        List<ResultRun> runs = new ArrayList<>();
        int done = 0;
        while (done < units && !worker.queue.isEmpty()) {
            long[] held = worker.queue.removeFirst();
            runs.add(ResultRun.of(held[0], held[1], held[2], 1, unitNanos, 0));
            done++;
        }
        now += unitNanos * done;
        if (done > 0) {
            apply(new Event.ResultsArrived(id, cycle, runs));
        }
        return done;
    }

    void fail(WorkerId id) {
        fail(id, 1);
    }

    /** Fails a unit that {@code tried} workers tried, as a sub-master reports for its workers. */
    void fail(WorkerId id, int tried) {
        fail(id, ErrorCode.UNIT_THREW, tried);
    }

    void fail(WorkerId id, ErrorCode code, int tried) {
        long[] held = workers.get(id).queue.removeFirst();
        apply(new Event.UnitFailed(
                cycle,
                new HeldUnits(held[0], held[1], held[2], 1),
                new UnitFailure(id, tried, code, "java.lang.ArithmeticException", "by zero", "at …")));
    }

    /** Answers the newest request to hand back as a worker would: from the tail, never running units. */
    void handBack(WorkerId id, long units) {
        FakeWorker worker = workers.get(id);
        List<HeldUnits> back = new ArrayList<>();
        while (back.size() < units && worker.queue.size() > worker.slots) {
            long[] held = worker.queue.removeLast();
            back.add(new HeldUnits(held[0], held[1], held[2], 1));
        }
        apply(new Event.UnitsHandedBack(id, cycle, back));
    }

    boolean done() {
        return finishedCycles.contains(cycle);
    }

    /** Lets all live workers compute until the cycle is done. */
    void finish() {
        for (int round = 0; round < 200_000 && !done(); round++) {
            now += 1_000_000;
            boolean any = false;
            for (WorkerId id : List.copyOf(workers.keySet())) {
                if (workers.containsKey(id) && workers.get(id).connected) {
                    any |= compute(id, workers.get(id).slots, 1000) > 0;
                }
            }
            if (!any && !done()) {
                apply(new Event.Ticked());
                answerRevokes();
            }
        }
        assertThat(done())
                .as(
                        "cycle %d finishes: %s open, workers %s",
                        cycle, scheduler.ledger().kinds().oneSlotPool(0), workers.keySet())
                .isTrue();
    }

    void answerRevokes() {
        for (Action action : List.copyOf(actions)) {
            if (action instanceof Action.Revoke revoke && workers.containsKey(revoke.worker())) {
                handBack(revoke.worker(), revoke.units());
            }
        }
        actions.clear();
    }

    static Set<String> allTransitions() {
        Set<String> all = new java.util.TreeSet<>();
        WorkerState.TABLE.forEach((state, row) -> row.keySet().forEach(input -> all.add(state + " " + input)));
        CycleState.TABLE.forEach((state, row) -> row.keySet().forEach(input -> all.add(state + " " + input)));
        return all;
    }

    static EnumSet<PolicyName> policies() {
        return EnumSet.allOf(PolicyName.class);
    }
}
