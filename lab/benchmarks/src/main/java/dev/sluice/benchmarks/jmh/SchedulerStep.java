package dev.sluice.benchmarks.jmh;

import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step of the scheduler under SS: results of a batch of units arrive, are accepted, and the worker's queue is
 * filled again. Two workers of one slot take turns. The time is for one batch.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchedulerStep {
    private static final long ENDLESS = Long.MAX_VALUE / 4;
    private static final long STEP_NANOS = 1_000;
    private static final int WORKERS = 2;
    private static final int AHEAD = 1023;
    private static final long SEED = 7;

    @Param({"1", "64"})
    int batch;

    private Scheduler scheduler = scheduler();
    private final List<Deque<AttemptRun>> queues = new ArrayList<>();
    private long nowNanos;
    private int turn;
    private long accepted;

    @Setup
    public void begin() {
        scheduler = scheduler();
        queues.clear();
        for (int worker = 0; worker < WORKERS; worker++) {
            queues.add(new ArrayDeque<>());
            apply(new Event.WorkerJoined(new WorkerId(worker + 1), 1));
        }
        apply(new Event.CycleBegun(0, ENDLESS));
    }

    @Benchmark
    public long step() {
        turn = (turn + 1) % WORKERS;
        Deque<AttemptRun> queue = queues.get(turn);
        AttemptRun head = queue.removeFirst();
        int units = (int) Math.min(batch, head.units());
        if (units < head.units()) {
            queue.addFirst(new AttemptRun(
                    head.firstAttempt() + units, head.nonce(), head.firstUnit() + units, 1, head.chunks() - units));
        }
        ResultRun results =
                ResultRun.of(head.firstAttempt(), head.nonce(), head.firstUnit(), units, 100L * units, 1e-14 * units);
        apply(new Event.ResultsArrived(new WorkerId(turn + 1), 0, List.of(results)));
        return accepted;
    }

    private static Scheduler scheduler() {
        return new Scheduler(
                new SchedulerConfig(PolicyName.SS, AHEAD, 3, FailureTerms.USUAL_LEASE_NANOS, new Random(SEED)));
    }

    private void apply(Event event) {
        nowNanos += STEP_NANOS;
        scheduler.apply(event, nowNanos, this::carryOut);
    }

    private void carryOut(Action action) {
        if (action instanceof Action.Assign assign) {
            queues.get(assign.worker().number() - 1).addLast(assign.run());
        } else if (action instanceof Action.Accept accept) {
            accepted += accept.to() - accept.from();
        }
    }
}
