package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.testing.SeededTest;
import java.util.BitSet;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the scheduler of a sub-master, whose parent gives it the units of a cycle piece by piece. */
class PiecesTest {
    private static World world(PolicyName policy) {
        World world = new World(policy, SchedulerConfig.AUTO, 1);
        world.apply(new Event.CycleOpened(++world.cycle));
        return world;
    }

    private static void give(World world, long from, long to) {
        world.apply(new Event.UnitsGiven(world.cycle, from, to));
    }

    private static void computeAll(World world) {
        boolean any = true;
        while (any) {
            any = false;
            world.now += 1_000_000;
            for (WorkerId id : List.copyOf(world.workers.keySet())) {
                any |= world.compute(id, 2, 1000) > 0;
            }
            if (!any) {
                world.apply(new Event.Ticked());
                any = world.workers.values().stream().anyMatch(worker -> !worker.queue.isEmpty());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeWhatIsGivenUnderEachPolicy(PolicyName policy) {
        World world = world(policy);
        world.join(1, 1);
        world.join(2, 2);
        give(world, 100, 150);
        give(world, 700, 701);
        computeAll(world);
        give(world, 300, 425);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(176);
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.accepted.get(700)).isTrue();
    }

    @Test
    void shouldEndWhenTheParentSaysSoAndNotBefore() {
        World world = world(PolicyName.SS);
        world.join(1, 1);
        give(world, 0, 5);
        computeAll(world);
        assertThat(world.done()).isFalse();
        world.apply(new Event.CycleDropped(world.cycle));
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldGoBackToAnEarlierCycleWithAMasterThatTookTheRunOver() {
        World world = world(PolicyName.SS);
        world.join(1, 1);
        int first = world.cycle;
        world.apply(new Event.CycleDropped(first));
        world.apply(new Event.CycleOpened(first + 1));
        world.apply(new Event.CycleDropped(first + 1));
        world.apply(new Event.CycleOpened(first));
        give(world, 0, 5);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(5);
    }

    @Test
    void shouldGiveBackTheLastOfWhatNobodyHolds() {
        World world = world(PolicyName.SS);
        world.join(1, 1);
        give(world, 0, 10);
        give(world, 20, 24);
        world.apply(new Event.UnitsRecalled(world.cycle, 6));
        assertThat(world.actions)
                .filteredOn(Action.GiveBack.class::isInstance)
                .containsExactly(new Action.GiveBack(world.cycle, 20, 24), new Action.GiveBack(world.cycle, 8, 10));
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(8);
        give(world, 8, 10);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(10);
    }

    @Test
    void shouldGiveNothingBackOfWhatIsHeld() {
        World world = world(PolicyName.FIXED);
        world.join(1, 1);
        give(world, 0, 10);
        world.apply(new Event.UnitsRecalled(world.cycle, 5));
        assertThat(world.actions).noneMatch(Action.GiveBack.class::isInstance);
    }

    @Test
    void shouldRefuseUnitsGivenTwice() {
        World world = world(PolicyName.SS);
        give(world, 0, 10);
        assertThatThrownBy(() -> give(world, 9, 12))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("[9,12)");
    }

    @Test
    void shouldRefuseUnitsOfACycleThatBeganWhole() {
        World world = new World(PolicyName.SS, SchedulerConfig.AUTO, 1);
        world.begin(10);
        assertThatThrownBy(() -> give(world, 10, 12)).hasMessageContaining("whole");
    }

    @Test
    void shouldCollectKeptResultsOnceTheyAreWanted() {
        World world = world(PolicyName.SS);
        WorkerId worker = world.join(1, 1);
        give(world, 0, 2);
        for (int i = 0; i < 2; i++) {
            long[] held = world.workers.get(worker).queue.removeFirst();
            world.apply(new Event.UnitsCompleted(
                    worker, world.cycle, List.of(ResultRun.of(held[0], held[1], held[2], 1, 1000, 0))));
        }
        assertThat(world.actions).noneMatch(Action.Collect.class::isInstance);
        world.apply(new Event.ResultsWanted(world.cycle));
        assertThat(world.actions).contains(new Action.Collect(worker, world.cycle));
    }

    @SeededTest(runs = 300)
    void shouldAcceptEachUnitOnceHoweverItIsGiven(RandomGenerator random) {
        PolicyName[] policies = PolicyName.values();
        World world = world(policies[random.nextInt(policies.length)]);
        int units = 1 + random.nextInt(400);
        int workers = 0;
        int seen = 0;
        UnitRanges parents = new UnitRanges();
        parents.add(0, units);
        for (int step = 0; step < 60 || !parents.isEmpty(); step++) {
            world.now += random.nextInt(1_000_000);
            switch (random.nextInt(7)) {
                case 6 -> adopt(world, parents, ++workers, random);
                case 5 -> withdraw(world, parents, random.nextInt(units), units);
                case 0 -> world.join(++workers, 1 + random.nextInt(3));
                case 1 -> loseOne(world, random);
                case 2 -> world.apply(new Event.UnitsRecalled(world.cycle, random.nextInt(20)));
                case 3 -> world.workers.keySet().stream().findAny().ifPresent(id -> world.compute(id, 3, 1000));
                default -> givePiece(world, parents, random);
            }
            seen = comeBack(world, parents, seen);
        }
        world.join(++workers, 2);
        computeAll(world);
        assertThat(world.accepted.cardinality() + world.quarantined.size())
                .as("accepted, or given up because workers died with it")
                .isEqualTo(units);
        assertThat(world.acceptedTwice).isZero();
    }

    /** A worker joins with units that the parent had given elsewhere. */
    private static void adopt(World world, UnitRanges parents, int number, RandomGenerator random) {
        WorkerId id = new WorkerId(number);
        World.FakeWorker comes = new World.FakeWorker(id, 1);
        world.workers.put(id, comes);
        Brought brought = Brought.NOTHING;
        if (!parents.isEmpty()) {
            int range = random.nextInt(parents.ranges());
            long from = parents.from(range);
            long to = Math.min(parents.to(range), from + 1 + random.nextInt(60));
            parents.remove(from, to);
            UnitRanges adopted = new UnitRanges();
            adopted.add(from, to);
            long nonce = random.nextLong();
            for (long unit = from; unit < to; unit++) {
                comes.queue.add(new long[] {7, nonce, unit});
            }
            brought = new Brought(world.cycle, List.of(new HeldUnits(7, nonce, from, to - from)), List.of());
            brought = brought.adopting(adopted);
        }
        world.apply(new Event.WorkerJoined(id, 1, 0, brought));
    }

    /** The parent withdraws units, and may give them again. */
    private static void withdraw(World world, UnitRanges parents, int from, int units) {
        if (world.now % 4 == 0) { // rarely, so that the cycle ends
            int to = Math.min(from + 30, units);
            world.apply(new Event.UnitsWithdrawn(world.cycle, from, to));
            parents.add(from, to);
            world.accepted.clear(from, to);
            world.quarantined.removeIf(each -> each.unit() >= from && each.unit() < to);
        }
    }

    @Test
    void shouldTellWorkersToDropWhatIsWithdrawnAndTakeItAgain() {
        World world = world(PolicyName.FIXED);
        WorkerId worker = world.join(1, 1);
        give(world, 0, 10);
        world.compute(worker, 2, 1000);

        world.apply(new Event.UnitsWithdrawn(world.cycle, 1, 6));

        assertThat(world.actions.stream().filter(Action.DropHeld.class::isInstance))
                .allSatisfy(action ->
                        assertThat(((Action.DropHeld) action).worker()).isEqualTo(worker))
                .isNotEmpty();
        computeAll(world);
        assertThat(world.accepted).isEqualTo(bits(0, 1, 1, 2, 6, 10));
        world.accepted.clear(1, 6); // these units may be accepted again
        give(world, 1, 6);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(10);
        assertThat(world.acceptedTwice).isZero();
    }

    private static BitSet bits(int... bounds) {
        BitSet bits = new BitSet();
        for (int i = 0; i < bounds.length; i += 2) {
            bits.set(bounds[i], bounds[i + 1]);
        }
        return bits;
    }

    private static void loseOne(World world, RandomGenerator random) {
        if (world.workers.size() > 1 && random.nextBoolean()) {
            WorkerId lost = List.copyOf(world.workers.keySet()).get(random.nextInt(world.workers.size()));
            world.workers.remove(lost);
            world.apply(new Event.WorkerDied(lost));
        }
    }

    /** Returns units from actions since {@code seen} to the parent. Returns the number of actions. */
    private static int comeBack(World world, UnitRanges parents, int seen) {
        for (Action action : world.actions.subList(seen, world.actions.size())) {
            if (action instanceof Action.GiveBack back) {
                parents.add(back.from(), back.to());
            }
        }
        return world.actions.size();
    }

    private static void givePiece(World world, UnitRanges parents, RandomGenerator random) {
        if (!parents.isEmpty()) {
            int range = random.nextInt(parents.ranges());
            long from = parents.from(range);
            long to = Math.min(parents.to(range), from + 1 + random.nextInt(60));
            parents.remove(from, to);
            give(world, from, to);
        }
    }

    @Test
    void shouldAcceptNothingFromAReturningWorkerOfWhatWasGivenBack() {
        World world = world(PolicyName.SS);
        WorkerId away = world.join(1, 1);
        give(world, 0, 1);
        HeldUnits held = world.scheduler.roster().find(away).held.stream()
                .map(each -> new HeldUnits(each.run().firstAttempt(), each.run().nonce(), 0, 1))
                .findAny()
                .orElseThrow();
        world.apply(new Event.WorkerBroke(away, false));
        world.apply(new Event.UnitsRecalled(world.cycle, 1));
        assertThat(world.actions).contains(new Action.GiveBack(world.cycle, 0, 1));

        world.apply(new Event.WorkerReturned(away, world.cycle, List.of(), List.of()));
        world.apply(new Event.ResultsArrived(
                away, world.cycle, List.of(ResultRun.of(held.attempt(), held.nonce(), 0, 1, 1, 0))));

        assertThat(world.accepted.isEmpty()).isTrue();
    }

    /** Units that may have killed their worker wait for other workers. If there is none here, they must go back. */
    @Test
    void shouldGiveBackWhatIsInTroubleWhenNobodyIsLeftToTryIt() {
        World world = world(PolicyName.SS);
        WorkerId only = world.join(1, 1);
        give(world, 0, 1);
        world.apply(new Event.WorkerBroke(only, true));
        world.apply(new Event.UnitsRecalled(world.cycle, Long.MAX_VALUE));

        assertThat(world.actions).contains(new Action.GiveBack(world.cycle, 0, 1));
        assertThat(world.scheduler.outstandingUnits()).isZero();
    }
}
