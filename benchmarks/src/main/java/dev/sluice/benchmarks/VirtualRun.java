package dev.sluice.benchmarks;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Drives the real scheduler in virtual time: workers of one slot that differ in speed, a link that delays every message
 * by the same time, each result sent when its unit is done. What the master and the workers do between messages takes
 * no time.
 */
final class VirtualRun {
    private static final long TICK_NANOS = 500_000_000L;

    /** How long a unit takes on a worker of full speed [ns]. */
    @FunctionalInterface
    interface Times {
        long nanos(int cycle, long unit);
    }

    private record Due(long nanos, long order, Runnable what) {}

    private record Held(long attempt, long nonce, long unit) {}

    private static final class Worker {
        final WorkerId id;
        final int slowness;
        final Deque<Held> queue = new ArrayDeque<>();
        boolean busy;

        Worker(WorkerId id, int slowness) {
            this.id = id;
            this.slowness = slowness;
        }
    }

    private final Scheduler scheduler;
    private final Times times;
    private final long latencyNanos;
    private final List<Worker> workers = new ArrayList<>();
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
    private long nowNanos;
    private long order;
    private int cycle = -1;
    private boolean finished;
    private long accepted;
    private long assignments;

    /**
     * @param slowness for each worker, how many times longer its units take
     * @param latencyNanos of a message, one way
     */
    VirtualRun(SchedulerConfig config, Times times, List<Integer> slowness, long latencyNanos) {
        this.scheduler = new Scheduler(config);
        this.times = times;
        this.latencyNanos = latencyNanos;
        for (int factor : slowness) {
            Worker worker = new Worker(new WorkerId(workers.size() + 1), factor);
            workers.add(worker);
            apply(new Event.WorkerJoined(worker.id, 1));
        }
    }

    /** Runs the next cycle; answers how long it took [ns]. */
    long cycle(long units) {
        long begun = nowNanos;
        finished = false;
        accepted = 0;
        agenda.clear();
        apply(new Event.CycleBegun(++cycle, units));
        tickLater();
        while (!finished) {
            Due due = agenda.remove();
            nowNanos = due.nanos();
            due.what().run();
        }
        return nowNanos - begun;
    }

    /** Units accepted in the last cycle. */
    long accepted() {
        return accepted;
    }

    /** Messages with work so far. */
    long assignments() {
        return assignments;
    }

    private void tickLater() {
        after(TICK_NANOS, () -> {
            for (Worker worker : workers) {
                apply(new Event.WorkerHeard(worker.id));
            }
            apply(new Event.Ticked());
            tickLater();
        });
    }

    private void after(long nanos, Runnable what) {
        agenda.add(new Due(nowNanos + nanos, order++, what));
    }

    private void apply(Event event) {
        List<Action> actions = new ArrayList<>();
        scheduler.apply(event, nowNanos, actions::add);
        actions.forEach(this::carryOut);
    }

    private void carryOut(Action action) {
        if (action instanceof Action.Assign assign) {
            assignments++;
            after(latencyNanos, () -> arrive(worker(assign.worker()), assign.run()));
        } else if (action instanceof Action.Revoke revoke) {
            after(latencyNanos, () -> handBack(worker(revoke.worker()), revoke.units()));
        } else if (action instanceof Action.Accept accept) {
            accepted += accept.to() - accept.from();
        } else if (action instanceof Action.FinishCycle) {
            finished = true;
            workers.forEach(worker -> {
                worker.queue.clear();
                worker.busy = false;
            });
        } else {
            throw new IllegalStateException(action + " (expected: a run in which nobody fails)");
        }
    }

    private Worker worker(WorkerId id) {
        return workers.get(id.number() - 1);
    }

    private void arrive(Worker worker, AttemptRun run) {
        for (long unit = run.firstUnit(); unit < run.endUnit(); unit++) {
            worker.queue.add(new Held(run.attemptOf(unit), run.nonce(), unit));
        }
        startNext(worker);
    }

    private void startNext(Worker worker) {
        Held next = worker.busy ? null : worker.queue.poll();
        if (next != null) {
            worker.busy = true;
            long nanos = times.nanos(cycle, next.unit()) * worker.slowness;
            after(nanos, () -> {
                worker.busy = false;
                after(latencyNanos, () -> deliver(worker.id, next, nanos));
                startNext(worker);
            });
        }
    }

    private void deliver(WorkerId worker, Held done, long nanos) {
        apply(new Event.RoundTripMeasured(worker, 2 * latencyNanos));
        double seconds = nanos * 1e-9;
        ResultRun run = new ResultRun(done.attempt(), done.nonce(), done.unit(), 1, nanos, seconds * seconds);
        apply(new Event.ResultsArrived(worker, cycle, List.of(run)));
    }

    /** As a worker does: from the end of its queue, never what it computes. */
    private void handBack(Worker worker, long units) {
        List<HeldUnits> back = new ArrayList<>();
        while (back.size() < units && !worker.queue.isEmpty()) {
            Held held = worker.queue.removeLast();
            back.add(new HeldUnits(held.attempt(), held.nonce(), held.unit(), 1));
        }
        after(latencyNanos, () -> apply(new Event.UnitsHandedBack(worker.id, cycle, back)));
    }
}
