package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.testing.SeededTest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Mixes of joins, losses, returns, failures, delays, duplicates and reorderings, each drawn from a seed; then all heals
 * and the cycle must finish.
 */
class RandomFaultsTest {
    private final Deque<Event> late = new ArrayDeque<>();
    private int nextWorker = 1;

    @SeededTest(runs = 500)
    void shouldAcceptEveryUnitOnceWhateverHappens(RandomGenerator random) {
        PolicyName policy = PolicyName.values()[random.nextInt(PolicyName.values().length)];
        Weighting weighting = random.nextBoolean() ? Weighting.EQUAL : Weighting.MEASURED;
        World world = new World(policy, weighting, random.nextInt(6) - 1, random.nextLong());
        for (int cycle = 0; cycle < 2; cycle++) {
            world.begin(random.nextInt(400));
            for (int step = 0; step < 120 && !world.done(); step++) {
                world.now += random.nextInt(300_000_000);
                disturb(world, random);
            }
            heal(world);
            world.finish();
            assertThat(world.acceptedTwice).isZero();
            assertThat(world.accepted.cardinality() + world.quarantined.size()).isEqualTo((int) world.units);
        }
    }

    private void heal(World world) {
        for (World.FakeWorker worker : List.copyOf(world.workers.values())) {
            if (!worker.connected) {
                giveBack(world, worker);
            }
        }
        world.join(nextWorker++, 2);
        world.join(nextWorker++, 1);
        world.join(nextWorker++, 1);
    }

    private void disturb(World world, RandomGenerator random) {
        List<World.FakeWorker> all = List.copyOf(world.workers.values());
        if (all.isEmpty() || random.nextInt(12) == 0) {
            world.join(nextWorker++, 1 + random.nextInt(3));
            return;
        }
        World.FakeWorker worker = all.get(random.nextInt(all.size()));
        switch (random.nextInt(14)) {
            case 0 -> kill(world, worker);
            case 1 -> breakAway(world, worker, random.nextBoolean());
            case 2, 3 -> giveBack(world, worker);
            case 4 -> failOne(world, worker);
            case 5 -> world.apply(new Event.Ticked());
            case 6 -> replay(world, random);
            case 7 -> keepForLater(world, worker);
            case 8 -> drain(world, worker, random);
            case 9 -> world.apply(new Event.RoundTripMeasured(worker.id, random.nextInt(50_000_000)));
            case 10 -> world.answerRevokes();
            default -> computeSome(world, worker, random);
        }
    }

    private static void kill(World world, World.FakeWorker worker) {
        world.workers.remove(worker.id);
        world.apply(new Event.WorkerDied(worker.id));
    }

    private static void breakAway(World world, World.FakeWorker worker, boolean abruptly) {
        if (worker.connected) {
            worker.connected = false;
            world.apply(new Event.WorkerBroke(worker.id, abruptly));
        }
    }

    /** A worker that is away returns with what it holds; part of it is finished. */
    private static void giveBack(World world, World.FakeWorker worker) {
        if (worker.connected || !world.workers.containsKey(worker.id)) {
            return;
        }
        worker.connected = true;
        List<HeldUnits> working = new ArrayList<>();
        List<ResultRun> finished = new ArrayList<>();
        int at = 0;
        for (long[] held : worker.queue) {
            if (at++ < worker.queue.size() / 3) {
                finished.add(new ResultRun(held[0], held[1], held[2], 1, 10, 0));
            } else {
                working.add(new HeldUnits(held[0], held[1], held[2], 1));
            }
        }
        world.apply(new Event.WorkerReturned(worker.id, world.cycle, working, finished));
    }

    private static void failOne(World world, World.FakeWorker worker) {
        if (worker.connected && !worker.queue.isEmpty()) {
            world.fail(worker.id);
        }
    }

    private void replay(World world, RandomGenerator random) {
        if (!late.isEmpty()) {
            Event event = random.nextBoolean() ? late.removeFirst() : late.peekLast();
            world.apply(event);
        }
    }

    private void keepForLater(World world, World.FakeWorker worker) {
        List<ResultRun> runs = new ArrayList<>();
        for (long[] held : worker.queue) {
            runs.add(new ResultRun(held[0], held[1], held[2], 1, 10, 0));
        }
        late.addLast(new Event.ResultsArrived(worker.id, world.cycle, runs));
        if (late.size() > 20) {
            late.removeFirst();
        }
    }

    private static void drain(World world, World.FakeWorker worker, RandomGenerator random) {
        if (worker.connected && random.nextInt(4) == 0) {
            world.apply(new Event.WorkerDraining(worker.id));
            world.handBack(worker.id, worker.queue.size());
        }
    }

    private static void computeSome(World world, World.FakeWorker worker, RandomGenerator random) {
        if (worker.connected) {
            world.compute(worker.id, 1 + random.nextInt(20), 1 + random.nextInt(5_000_000));
            // What a replayed result has settled meanwhile, the worker sends all the same: a duplicate.
        }
    }

    @Test
    void shouldVisitEveryTransitionOfTheTables() {
        for (long seed = 0; seed < 50; seed++) {
            nextWorker = 1;
            late.clear();
            shouldAcceptEveryUnitOnceWhateverHappens(new java.util.SplittableRandom(seed));
        }
        stopsOfEveryKind();
        assertThat(World.VISITED).containsAll(World.allTransitions());
    }

    private void stopsOfEveryKind() {
        World idle = new World(PolicyName.SS, 0, 1);
        idle.apply(new Event.StopRequested());
        idle.apply(new Event.StopRequested());
        assertThat(idle.stopped).isTrue();

        World finishing = new World(PolicyName.SS, 0, 1);
        WorkerId worker = finishing.join(1, 1);
        finishing.begin(1);
        finishing.apply(new Event.StopRequested());
        finishing.apply(new Event.StopRequested());
        finishing.compute(worker, 1, 10);
        assertThat(finishing.stopped).isTrue();

        World dropped = new World(PolicyName.SS, 0, 1);
        dropped.join(1, 1);
        dropped.begin(5);
        dropped.apply(new Event.StopRequested());
        dropped.apply(new Event.CycleDropped(0));
        assertThat(dropped.stopped).isTrue();

        World known = new World(PolicyName.SS, 0, 1);
        WorkerId ending = known.join(1, 1);
        known.begin(5);
        known.apply(new Event.CycleDropped(0));
        known.apply(new Event.WorkerDraining(ending));
        known.apply(new Event.WorkerLeft(ending));
        assertThat(known.done()).isTrue();

        World settled = new World(PolicyName.SS, 0, 1);
        WorkerId dying = settled.join(1, 1);
        settled.join(2, 1);
        settled.begin(5);
        settled.apply(new Event.WorkerDraining(dying));
        settled.apply(new Event.WorkerDraining(dying));
        settled.apply(new Event.WorkerDied(dying));
        WorkerId leaving = settled.join(3, 1);
        settled.apply(new Event.WorkerLeft(leaving));
        WorkerId away = settled.join(4, 1);
        settled.apply(new Event.WorkerDraining(away));
        settled.apply(new Event.WorkerBroke(away, false));
        settled.apply(new Event.WorkerDied(away));
        settled.apply(new Event.StopRequested());
        settled.apply(new Event.WorkerDied(new WorkerId(2)));
        assertThat(settled.stopped).isTrue();
        assertThat(ErrorCode.LEASE_EXPIRED.exitCode()).isEqualTo(3);
    }
}
