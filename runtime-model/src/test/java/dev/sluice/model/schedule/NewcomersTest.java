package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests workers that bring units from a sub-master that died. */
class NewcomersTest {
    private static final long ASIDE_NANOS = 1_000_000_000L;
    private static final long NONCE = -9;

    private final World world = new World(PolicyName.SS, 3, 1);
    private final WorkerId subMaster = world.join(1, 2);

    /** Units under the attempts of another master, which numbered unit u as 500 + u. */
    private static HeldUnits held(long from, long to) {
        return new HeldUnits(500 + from, NONCE, from, to - from);
    }

    private static ResultRun result(long from, long to) {
        return ResultRun.of(500 + from, NONCE, from, (int) (to - from), 1000, 0);
    }

    private void dies(long asideNanos) {
        world.workers.get(subMaster).connected = false;
        world.apply(new Event.WorkerBroke(subMaster, false, asideNanos));
    }

    private WorkerId comes(int number, int cycle, List<HeldUnits> working, List<ResultRun> finished) {
        WorkerId id = new WorkerId(number);
        World.FakeWorker worker = new World.FakeWorker(id, 1);
        finished.forEach(run -> queue(worker, run.firstUnit(), run.endUnit()));
        working.forEach(units -> queue(worker, units.firstUnit(), units.endUnit()));
        world.workers.put(id, worker);
        world.apply(new Event.WorkerJoined(id, 1, 0, brought(cycle, working, finished)));
        return id;
    }

    private static Brought brought(int cycle, List<HeldUnits> working, List<ResultRun> finished) {
        return new Brought(
                cycle, working, finished.stream().map(ResultRun::held).toList());
    }

    private static void queue(World.FakeWorker worker, long from, long to) {
        for (long unit = from; unit < to; unit++) {
            worker.queue.add(new long[] {500 + unit, NONCE, unit});
        }
    }

    private UnitRanges holds(WorkerId id) {
        UnitRanges units = new UnitRanges();
        world.workers.get(id).queue.forEach(each -> units.add(each[2], each[2] + 1));
        return units;
    }

    private List<HeldUnits> dropped() {
        return world.actions.stream()
                .filter(Action.DropHeld.class::isInstance)
                .map(action -> ((Action.DropHeld) action).units())
                .toList();
    }

    @Test
    void shouldLetThemKeepWhatTheSubMasterHadWhileItIsAside() {
        world.begin(20);
        long had = holds(subMaster).size();
        dies(ASIDE_NANOS);
        WorkerId other = world.join(2, 4);
        assertThat(holds(other).intersects(0, had)).isFalse();

        WorkerId comes = comes(3, 0, List.of(held(1, had - 1)), List.of(result(0, 1)));
        assertThat(dropped()).isEmpty();
        assertThat(holds(comes).containsAll(0, had - 1)).isTrue();

        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(20);
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.scheduler.counters().duplicates()).isZero();
        assertThat(world.scheduler.counters().assigned()).isEqualTo(20 + 1);
    }

    @Test
    void shouldTellThemToDropWhatOthersHaveButTakeWhatTheyHaveFinished() {
        world.begin(8);
        long had = holds(subMaster).size();
        assertThat(had).isEqualTo(8);
        dies(0);
        WorkerId other = world.join(2, 1);
        UnitRanges taken = holds(other);
        assertThat(taken.containsAll(0, 2)).isTrue();

        WorkerId comes = comes(3, 0, List.of(held(1, 8)), List.of(result(0, 1)));

        UnitRanges drop = new UnitRanges();
        dropped().forEach(units -> drop.add(units.firstUnit(), units.endUnit()));
        taken.remove(0, 1); // its result exists
        assertThat(drop.containsAll(taken)).isTrue();
        assertThat(drop.size()).isEqualTo(taken.size());
        world.compute(comes, 1, 1000);
        assertThat(world.accepted.get(0)).isTrue();
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(8);
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.scheduler.counters().unknown()).isZero();
    }

    @Test
    void shouldTakeNothingOfAnotherCycle() {
        world.begin(8);
        dies(ASIDE_NANOS);
        comes(3, 4, List.of(held(1, 3)), List.of(result(0, 1)));

        assertThat(dropped()).containsExactly(held(1, 3), held(0, 1));
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(8);
    }

    @Test
    void shouldNameItsOwnAttemptsBehindThoseOfTheOtherMaster() {
        world.begin(40);
        dies(ASIDE_NANOS);
        WorkerId comes = comes(3, 0, List.of(held(1, 3)), List.of());
        world.compute(comes, 2, 1000);

        assertThat(world.actions.stream()
                        .filter(action -> action instanceof Action.Assign assign
                                && assign.worker().equals(comes)))
                .isNotEmpty()
                .allSatisfy(action -> assertThat(((Action.Assign) action).run().firstAttempt())
                        .isGreaterThan(502));
    }

    /** A sub-master with units of its own brings more, under attempts that lie among its own. */
    @Test
    void shouldFindWhatASubMasterWasGivenAndWhatItWasBrought() {
        world.begin(20);
        WorkerId other = world.join(2, 1);
        UnitRanges given = holds(subMaster);
        long attempt = world.workers.get(subMaster).queue.peekFirst()[0] + 1;
        UnitRanges taken = world.scheduler.ledger().kinds().oneSlotPool(0).copy();
        assertThat(taken.isEmpty()).isFalse();
        long from = taken.from(0);
        long to = taken.to(0);
        bring(subMaster, List.of(new HeldUnits(attempt, NONCE, from, to - from)), List.of());

        assertThat(dropped()).isEmpty();
        LongStream.range(from, to)
                .forEach(unit -> world.workers.get(subMaster).queue.add(new long[] {attempt, NONCE, unit}));
        world.compute(subMaster, (int) (given.size() + to - from), 1000);
        assertThat(world.accepted.cardinality()).isEqualTo((int) (given.size() + to - from));
        assertThat(world.scheduler.counters().unknown()).isZero();
        world.compute(other, 20, 1000);
        world.finish();
        assertThat(world.acceptedTwice).isZero();
    }

    /** A new attempt must not replace one that was moved because its number was taken. */
    @Test
    void shouldGoOnBehindAnAttemptWhoseNumberWasTaken() {
        world.begin(40);
        world.join(2, 1);
        long last = world.workers.get(subMaster).queue.peekLast()[0];
        UnitRanges pool = world.scheduler.ledger().kinds().oneSlotPool(0).copy();
        long unit = pool.from(0);
        bring(
                subMaster,
                List.of(new HeldUnits(last, NONCE, unit, 1), new HeldUnits(last, NONCE + 1, unit + 1, 1)),
                List.of());
        world.workers.get(subMaster).queue.add(new long[] {last, NONCE, unit});
        world.workers.get(subMaster).queue.add(new long[] {last, NONCE + 1, unit + 1});
        world.finish();

        assertThat(world.accepted.cardinality()).isEqualTo(40);
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.scheduler.counters().unknown()).isZero();
    }

    @Test
    void shouldRefuseWhatTheSubMasterItselfWasGiven() {
        world.begin(4);
        assertThat(holds(subMaster).containsAll(0, 4)).isTrue();
        bring(subMaster, List.of(held(0, 2)), List.of(held(2, 4)));

        assertThat(dropped()).containsExactly(held(0, 2), held(2, 4));
        assertThat(world.scheduler.outstandingUnits(subMaster)).isEqualTo(4);
    }

    /** One assignment of the lost sub-master, of which a part came earlier. */
    @Test
    void shouldKeepPartsOfOneAssignmentThatComeOneAfterTheOther() {
        world.begin(4);
        dies(ASIDE_NANOS);
        WorkerId comes = comes(3, 0, List.of(held(0, 2)), List.of());
        world.apply(new Event.UnitsCompleted(comes, 0, List.of(result(0, 1))));
        bring(comes, List.of(held(2, 3)), List.of(held(3, 4)));

        assertThat(dropped()).isEmpty();
        assertThat(world.scheduler.completedUnits()).isEqualTo(1);
        assertThat(world.scheduler.outstandingUnits(comes)).isEqualTo(3);
        world.apply(new Event.ResultsArrived(comes, 0, List.of(result(0, 4))));
        assertThat(world.accepted.cardinality()).isEqualTo(4);
    }

    /** The worker names runs that it computed as a whole, also when it was told to drop units of them. */
    @Test
    void shouldTakeTheRestOfARunOfWhichItRefusedAPart() {
        world.begin(8);
        dies(0);
        WorkerId other = world.join(2, 1);
        UnitRanges taken = holds(other);
        WorkerId comes = comes(3, 0, List.of(held(0, 8)), List.of());
        long kept = holds(comes).size();
        assertThat(kept).isEqualTo(8 - taken.size()).isPositive();

        world.apply(new Event.UnitsCompleted(comes, 0, List.of(result(0, 8))));
        assertThat(world.scheduler.outstandingUnits(comes)).isZero();
        assertThat(world.scheduler.completedUnits()).isEqualTo(kept);

        world.workers.get(comes).queue.clear();
        world.apply(new Event.FoldArrived(comes, 0, List.of(result(0, 8))));
        assertThat(world.scheduler.completedUnits()).isZero();
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(8);
        assertThat(world.acceptedTwice).isZero();
    }

    private void bring(WorkerId to, List<HeldUnits> working, List<HeldUnits> finished) {
        world.apply(new Event.UnitsBrought(to, new Brought(world.cycle, working, finished)));
    }

    @SeededTest(runs = 200)
    void shouldAcceptEachUnitOnceWhereverItsWorkersGo(RandomGenerator random) {
        World any = new World(PolicyName.values()[random.nextInt(PolicyName.values().length)], 2, random.nextLong());
        int next = 1;
        any.join(next++, 2);
        any.begin(1 + random.nextInt(300));
        for (int step = 0; step < 40 && !any.done(); step++) {
            any.now += random.nextInt(300_000_000);
            List<WorkerId> there = any.workers.values().stream()
                    .filter(worker -> worker.connected)
                    .map(worker -> worker.id)
                    .toList();
            there.forEach(id -> any.apply(new Event.WorkerHeard(id)));
            WorkerId one = there.get(random.nextInt(there.size()));
            switch (random.nextInt(4)) {
                case 0 -> any.join(next++, 1 + random.nextInt(3));
                case 1 -> moves(any, one, next++, random);
                case 2 -> any.apply(new Event.Ticked());
                default -> any.compute(one, 1 + random.nextInt(4), 1000);
            }
        }
        any.join(next, 1);
        any.finish();
        assertThat(any.accepted.cardinality()).isEqualTo((int) any.units);
        assertThat(any.acceptedTwice).isZero();
    }

    /** A sub-master breaks away, and its units, or some of them, come with another worker. */
    private static void moves(World any, WorkerId from, int number, RandomGenerator random) {
        World.FakeWorker gone = any.workers.get(from);
        gone.connected = false;
        any.apply(new Event.WorkerBroke(from, false, random.nextBoolean() ? ASIDE_NANOS : 0));
        any.now += random.nextInt(1_500_000_000);
        any.workers.values().stream()
                .filter(worker -> worker.connected)
                .forEach(worker -> any.apply(new Event.WorkerHeard(worker.id)));
        any.apply(new Event.Ticked());
        boolean fresh = random.nextBoolean() || any.workers.values().stream().noneMatch(worker -> worker.connected);
        World.FakeWorker comes = fresh
                ? new World.FakeWorker(new WorkerId(number), 1 + random.nextInt(2))
                : any.workers.values().stream()
                        .filter(worker -> worker.connected)
                        .findFirst()
                        .orElseThrow();
        List<HeldUnits> working = new ArrayList<>();
        List<ResultRun> finished = new ArrayList<>();
        for (long[] each : gone.queue) {
            long nonce = each[1] ^ 0x5555;
            if (random.nextInt(5) == 0) {
                continue; // another worker has it and does not come
            }
            comes.queue.add(new long[] {each[0], nonce, each[2]});
            if (random.nextInt(3) == 0) {
                finished.add(ResultRun.of(each[0], nonce, each[2], 1, 1000, 0));
            } else {
                working.add(new HeldUnits(each[0], nonce, each[2], 1));
            }
        }
        any.workers.put(comes.id, comes);
        Brought brought = brought(any.cycle, working, finished);
        any.apply(
                fresh
                        ? new Event.WorkerJoined(comes.id, comes.slots, 0, brought)
                        : new Event.UnitsBrought(comes.id, brought));
    }
}
