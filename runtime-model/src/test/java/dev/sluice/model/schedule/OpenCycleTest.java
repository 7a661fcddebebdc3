package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.SeededTest;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Another scheduler continues in the middle of a cycle. */
class OpenCycleTest {
    private static final long MILLI = 1_000_000L;

    @SeededTest(runs = 300)
    void shouldFinishEveryUnitOnceWhereverAnotherSchedulerContinues(RandomGenerator random) {
        PolicyName[] policies = PolicyName.values();
        World world = new World(policies[random.nextInt(policies.length)], random.nextInt(-1, 4), random.nextLong());
        int workers = random.nextInt(2, 6);
        for (int i = 1; i <= workers; i++) {
            world.join(i, random.nextInt(1, 4));
        }
        for (int cycle = 0; cycle < 2; cycle++) {
            world.begin(random.nextInt(0, 200));
            for (int step = 0; step < 60 && !world.done(); step++) {
                act(world, new WorkerId(random.nextInt(1, workers + 1)), random);
            }
            world.answerRevokes();
            world.finish();
            assertThat(world.accepted.cardinality() + world.quarantined.size()).isEqualTo((int) world.units);
            assertThat(world.acceptedTwice).isZero();
        }
    }

    private static void act(World world, WorkerId worker, RandomGenerator random) {
        switch (random.nextInt(8)) {
            case 0 -> world.apply(new Event.WorkerParked(worker));
            case 1 -> world.apply(new Event.WorkerUnparked(worker));
            case 2 -> world.apply(new Event.Ticked());
            case 3 -> world.answerRevokes();
            case 4 -> {
                OpenCycle open = world.changeScheduler();
                assertThat(text(world.scheduler.open(world.now))).isEqualTo(text(open));
            }
            default -> world.compute(worker, random.nextInt(1, 5), random.nextLong(1, 20 * MILLI));
        }
    }

    /** The state without the policy's identity, and without variances, which are rounded anew. */
    private static String text(OpenCycle open) {
        return open.toString().replaceAll("variance=[^]]*|policy=[^,\\]]*@[0-9a-f]*", "");
    }

    @Test
    void shouldSayWhereEveryUnitIs() {
        World world = new World(PolicyName.SS, 1, 1);
        WorkerId first = world.join(1, 1);
        world.join(2, 2);
        world.begin(100);
        world.compute(first, 2, MILLI);
        OpenCycle open = world.scheduler.open(world.now);
        assertThat(open.cycle()).isZero();
        assertThat(open.units()).isEqualTo(100);
        assertThat(open.finished().size()).isEqualTo(2);
        long held = open.workers().stream()
                .flatMap(worker -> worker.held().stream())
                .mapToLong(run -> run.open().size() - run.completed().size())
                .sum();
        assertThat(held).isEqualTo(2 + 4);
        assertThat(open.pool().size()).isEqualTo(100 - 2 - held);
        assertThat(open.workers().get(0).pace().meanSeconds()).isEqualTo(1e-3);
        assertThat(open.workers().get(0).running()).hasSize(1);
        assertThat(open.workers().get(1).running()).hasSize(2);
    }

    @Test
    void shouldTakeTheLatestResultAsTheBeginOfTheRunningUnit() {
        World world = new World(PolicyName.SS, 1, 1);
        WorkerId worker = world.join(1, 1);
        world.begin(10);
        world.compute(worker, 1, 40 * MILLI);
        world.now += 30 * MILLI;
        assertThat(world.scheduler.open(world.now).workers().get(0).running())
                .isEqualTo(List.of(new OpenCycle.RunningAge(1, 30 * MILLI)));
    }

    @Test
    void shouldKeepWhatWorkersDefer() {
        World world = new World(PolicyName.SS, 1, 1);
        WorkerId worker = world.join(1, 1);
        world.begin(2);
        long[] held = world.workers.get(worker).queue.removeFirst();
        ResultRun run = ResultRun.of(held[0], held[1], held[2], 1, MILLI, 0);
        world.apply(new Event.UnitsCompleted(worker, 0, List.of(run)));
        world.changeScheduler();
        assertThat(world.scheduler.completedUnits()).isEqualTo(1);
        assertThat(world.scheduler.outstandingUnits()).isEqualTo(1);
        world.apply(new Event.ResultsArrived(worker, 0, List.of(run)));
        assertThat(world.accepted.get((int) held[2])).isTrue();
    }

    @Test
    void shouldContinueBetweenTwoCycles() {
        World world = new World(new SchedulerConfig(PolicyName.FAC, 1, 3, 1_000 * MILLI, new SplittableRandom(1)));
        world.join(1, 1);
        world.begin(10);
        world.finish();
        assertThat(world.changeScheduler().isOver()).isTrue();
        world.begin(10);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(10);
    }
}
