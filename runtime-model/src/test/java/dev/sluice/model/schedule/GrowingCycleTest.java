package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests cycles whose units are added while they run. */
class GrowingCycleTest {
    private static World world(PolicyName policy, long units) {
        World world = new World(policy, SchedulerConfig.AUTO, 1);
        world.apply(new Event.CycleBegun(++world.cycle, units, new UnitRanges(), 0, true));
        return world;
    }

    private static void add(World world, long units) {
        world.apply(new Event.UnitsAdded(world.cycle, units));
    }

    private static void computeAll(World world) {
        while (world.workers.values().stream().anyMatch(worker -> !worker.queue.isEmpty())) {
            world.workers.keySet().forEach(id -> world.compute(id, 2, 1_000_000));
        }
    }

    private static <A extends Action> List<A> written(World world, Class<A> kind) {
        return world.actions.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    @ParameterizedTest
    @EnumSource
    void shouldComputeAddedUnitsUnderEachPolicyAndEndWhenTheCycleIsClosed(PolicyName policy) {
        World world = world(policy, 10);
        world.join(1, 1);
        world.join(2, 2);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(10);
        assertThat(world.done()).isFalse();
        add(world, 90);
        add(world, 1);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(101);
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.done()).isFalse();
        world.apply(new Event.CycleClosed(world.cycle));
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldHandOutAnAddedUnitAtOnce() {
        World world = world(PolicyName.SS, 0);
        world.join(1, 1);
        world.actions.clear();
        add(world, 1);
        assertThat(written(world, Action.Assign.class)).hasSize(1);
    }

    @Test
    void shouldDivideTheUnitsThatAreKnownUnderFixed() {
        World world = world(PolicyName.FIXED, 0);
        world.join(1, 1);
        world.join(2, 1);
        add(world, 10);
        assertThat(world.workers.values()).allMatch(worker -> worker.queue.size() == 5);
    }

    @Test
    void shouldAskForAsManyUnitsAsQueuesAreDeepAndForMoreWhenHalfAreGone() {
        World world = world(PolicyName.SS, 0);
        assertThat(written(world, Action.WantUnits.class)).isEmpty();
        world.join(1, 2);
        assertThat(written(world, Action.WantUnits.class)).containsExactly(new Action.WantUnits(0, 4));
        world.actions.clear();
        add(world, 1);
        assertThat(written(world, Action.WantUnits.class)).isEmpty();
        add(world, 1);
        assertThat(written(world, Action.WantUnits.class)).containsExactly(new Action.WantUnits(0, 6));
        add(world, 1_000);
        world.actions.clear();
        computeAll(world);
        assertThat(written(world, Action.WantUnits.class)).isNotEmpty().allMatch(want -> want.upTo() > 1_002);
    }

    /** A sub-master was lost, and its workers may bring its units; the other worker must not wait for that. */
    @Test
    void shouldAskForUnitsWhileOthersAreSetAside() {
        World world = world(PolicyName.SS, 0);
        world.join(1, 1);
        world.join(2, 1);
        add(world, 4);
        world.apply(new Event.WorkerBroke(new WorkerId(2), false, 1_000_000_000L));
        add(world, 4);
        world.actions.clear();
        world.compute(new WorkerId(1), 2, 1_000_000);
        world.compute(new WorkerId(1), 2, 1_000_000);
        assertThat(written(world, Action.WantUnits.class)).isNotEmpty();
    }

    @Test
    void shouldSayOnceThatNothingIsLeftForEachNumberOfUnits() {
        World world = world(PolicyName.SS, 1);
        world.join(1, 1);
        computeAll(world);
        world.apply(new Event.Ticked());
        assertThat(written(world, Action.RunDry.class)).containsExactly(new Action.RunDry(0, 1));
        add(world, 1);
        computeAll(world);
        assertThat(written(world, Action.RunDry.class)).contains(new Action.RunDry(0, 2));
    }

    @Test
    void shouldSayThatNoWorkerIsLeftAlthoughNoUnitIs() {
        World world = world(PolicyName.SS, 0);
        world.join(1, 1);
        int before = world.droughts;
        world.apply(new Event.WorkerDied(world.workers.keySet().iterator().next()));
        assertThat(world.droughts).isEqualTo(before + 1);
    }

    @Test
    void shouldStopWithoutWaitingForMore() {
        World world = world(PolicyName.SS, 1);
        world.join(1, 1);
        computeAll(world);
        world.apply(new Event.StopRequested());
        assertThat(world.stopped).isTrue();
    }

    @Test
    void shouldIgnoreUnitsOfACycleThatWasDropped() {
        World world = world(PolicyName.SS, 5);
        world.join(1, 1);
        world.apply(new Event.CycleDropped(world.cycle));
        add(world, 3);
        world.apply(new Event.CycleClosed(world.cycle));
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldEndAClosedCycleWithItsLastUnit() {
        World world = world(PolicyName.SS, 2);
        world.join(1, 1);
        world.apply(new Event.CycleClosed(world.cycle));
        assertThat(world.done()).isFalse();
        computeAll(world);
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldReopenWithTheUnitsThatWereAdded() {
        World world = world(PolicyName.SS, 1);
        world.join(1, 1);
        add(world, 1);
        world.apply(new Event.CycleClosed(world.cycle));
        computeAll(world);
        UnitRanges missing = new UnitRanges();
        missing.add(1, 2);
        world.finishedCycles.clear();
        world.apply(new Event.CycleReopened(world.cycle, 2, missing, List.of(), true));
        add(world, 1);
        world.accepted.clear(1);
        computeAll(world);
        assertThat(world.accepted.cardinality()).isEqualTo(3);
        assertThat(world.done()).isFalse();
    }
}
