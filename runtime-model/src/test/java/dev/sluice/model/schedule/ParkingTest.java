package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Workers are parked and unparked without leaving the run. */
class ParkingTest {
    private final World world = new World(PolicyName.SS, 3, 1);
    private final WorkerId first = world.join(1, 1);
    private final WorkerId second = world.join(2, 1);

    private void park(WorkerId worker) {
        world.apply(new Event.WorkerParked(worker));
    }

    private void unpark(WorkerId worker) {
        world.apply(new Event.WorkerUnparked(worker));
    }

    private WorkerState state(WorkerId worker) {
        WorkerRecord record = world.scheduler.roster().find(worker);
        return record == null ? WorkerState.GONE : record.state;
    }

    private List<Action> unparked() {
        return world.actions.stream().filter(Action.Unparked.class::isInstance).toList();
    }

    private void finishOnce() {
        world.finish();
        assertThat(world.accepted.cardinality() + world.quarantined.size()).isEqualTo((int) world.units);
        assertThat(world.acceptedTwice).isZero();
    }

    @Test
    void shouldTakeBackWhatAParkedWorkerHasNotStartedAndTakeWhatItRuns() {
        world.begin(100);
        park(second);
        assertThat(world.actions).contains(new Action.Revoke(second, 0, 4));
        world.answerRevokes();
        assertThat(world.workers.get(second).queue).hasSize(1);
        assertThat(world.scheduler.activeSlots()).isEqualTo(1);
        assertThat(world.scheduler.parkedSlots()).isEqualTo(1);
        world.compute(second, 1, 1000);
        assertThat(world.workers.get(second).queue).as("it gets no more").isEmpty();
        assertThat(world.accepted.cardinality()).isEqualTo(1);
        finishOnce();
    }

    @Test
    void shouldGiveAnUnparkedWorkerWorkAtOnce() {
        world.begin(100);
        park(second);
        world.answerRevokes();
        unpark(second);
        assertThat(state(second)).isEqualTo(WorkerState.ACTIVE);
        assertThat(world.workers.get(second).queue).hasSize(4);
        finishOnce();
    }

    @Test
    void shouldKeepTheLastWorkerThatTakesWork() {
        world.begin(100);
        park(second);
        park(first);
        assertThat(unparked()).containsExactly(new Action.Unparked(first));
        assertThat(state(first)).isEqualTo(WorkerState.ACTIVE);
        finishOnce();
    }

    @Test
    void shouldUnparkAllWhenTheLastActiveWorkerIsLost() {
        world.begin(100);
        park(second);
        world.answerRevokes();
        world.workers.remove(first);
        world.apply(new Event.WorkerDied(first));
        assertThat(unparked()).containsExactly(new Action.Unparked(second));
        assertThat(world.droughts).isZero();
        finishOnce();
    }

    @Test
    void shouldUnparkAllWhenTheLastActiveWorkerDrains() {
        world.begin(100);
        park(second);
        world.answerRevokes();
        world.apply(new Event.WorkerDraining(first));
        assertThat(unparked()).containsExactly(new Action.Unparked(second));
        finishOnce();
    }

    @Test
    void shouldUnparkAWorkerForAUnitThatFailedOnAllOthers() {
        world.begin(1);
        park(second);
        world.fail(first);
        assertThat(unparked()).containsExactly(new Action.Unparked(second));
        assertThat(world.quarantined).isEmpty();
        assertThat(world.workers.get(second).queue).hasSize(1);
        finishOnce();
    }

    @Test
    void shouldGiveUpAUnitThatFailedOnActiveAndParkedWorkers() {
        world.begin(1);
        world.fail(first);
        park(first);
        world.fail(second);
        assertThat(world.quarantined).hasSize(1);
        assertThat(state(first)).isEqualTo(WorkerState.PARKED);
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldParkAWorkerThatJoinsParkedUnlessNoneTakesWork() {
        world.begin(100);
        WorkerId third = joinParked(world, 3);
        assertThat(state(third)).isEqualTo(WorkerState.PARKED);
        assertThat(world.workers.get(third).queue).isEmpty();
        World empty = new World(PolicyName.SS, 0, 1);
        empty.begin(3);
        WorkerId only = joinParked(empty, 1);
        assertThat(empty.actions).contains(new Action.Unparked(only));
        empty.finish();
    }

    private static WorkerId joinParked(World world, int number) {
        WorkerId id = new WorkerId(number);
        world.workers.put(id, new World.FakeWorker(id, 1));
        world.apply(new Event.WorkerJoined(id, 1, 0, Brought.NOTHING, true));
        return id;
    }

    @Test
    void shouldReserveNoShareForParkedSlots() {
        World fixed = new World(PolicyName.FIXED, 0, 1);
        fixed.apply(new Event.SlotsExpected(3, Long.MAX_VALUE));
        for (int number = 1; number <= 3; number++) {
            fixed.join(number, 1);
        }
        fixed.apply(new Event.WorkerParked(new WorkerId(3)));
        fixed.begin(100);
        assertThat(fixed.workers.get(new WorkerId(1)).queue).hasSize(50);
        assertThat(fixed.workers.get(new WorkerId(2)).queue).hasSize(50);
        assertThat(fixed.scheduler.roster().expectsMore()).isFalse();
    }

    @Test
    void shouldCollectFromAParkedWorkerAtTheEnd() {
        world.begin(2);
        park(second);
        AttemptRun mine = held(first);
        AttemptRun other = held(second);
        world.apply(new Event.UnitsCompleted(second, 0, List.of(all(other))));
        assertThat(world.actions).as("not before the end").noneMatch(Action.Collect.class::isInstance);
        world.apply(new Event.UnitsCompleted(first, 0, List.of(all(mine))));
        assertThat(world.actions).contains(new Action.Collect(first, 0), new Action.Collect(second, 0));
    }

    private AttemptRun held(WorkerId worker) {
        return world.scheduler.roster().find(worker).held.get(0).run();
    }

    private static ResultRun all(AttemptRun run) {
        return ResultRun.of(run.firstAttempt(), run.nonce(), run.firstUnit(), (int) run.units(), 1, 0);
    }

    @Test
    void shouldLoseAParkedWorkerWhoseLeaseRunsOut() {
        world.begin(100);
        park(second);
        world.now += 7_000_000_000L;
        world.apply(new Event.WorkerHeard(first));
        world.apply(new Event.Ticked());
        world.now += 1_000_000_000L;
        world.apply(new Event.Ticked());
        assertThat(state(second)).isEqualTo(WorkerState.GONE);
        finishOnce();
    }

    @Test
    void shouldReturnToWorkAfterABrokenConnection() {
        world.begin(100);
        park(second);
        world.answerRevokes();
        world.workers.get(second).queue.clear();
        world.apply(new Event.WorkerBroke(second, false));
        assertThat(world.scheduler.parkedSlots()).isZero();
        world.apply(new Event.WorkerReturned(second, 0, List.of(), List.of()));
        assertThat(state(second)).isEqualTo(WorkerState.ACTIVE);
        finishOnce();
    }

    @Test
    void shouldAcceptEveryUnitOnceUnderEveryPolicy() {
        for (PolicyName policy : World.policies()) {
            World each = new World(policy, SchedulerConfig.AUTO, 1);
            WorkerId one = each.join(1, 2);
            WorkerId two = each.join(2, 2);
            each.join(3, 1);
            each.begin(2000);
            each.compute(one, 10, 1000);
            each.apply(new Event.WorkerParked(one));
            each.answerRevokes();
            each.compute(two, 10, 1000);
            each.apply(new Event.WorkerParked(two));
            each.apply(new Event.WorkerUnparked(one));
            each.answerRevokes();
            each.finish();
            assertThat(each.accepted.cardinality()).as("%s", policy).isEqualTo(2000);
            assertThat(each.acceptedTwice).isZero();
        }
    }
}
