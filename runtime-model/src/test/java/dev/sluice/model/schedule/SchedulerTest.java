package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.Action.DiscardReason;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SchedulerTest {
    @ParameterizedTest
    @EnumSource
    void shouldAcceptEveryUnitOnceUnderEachPolicy(PolicyName policy) {
        World world = new World(policy, SchedulerConfig.AUTO, 1);
        world.join(1, 1);
        world.join(2, 3);
        world.begin(1000);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(1000);
        assertThat(world.acceptedTwice).isZero();
    }

    @Test
    void shouldFinishAnEmptyCycleAtOnce() {
        World world = new World(PolicyName.SS, SchedulerConfig.AUTO, 1);
        world.begin(0);
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldKeepOneChunkPerSlotWithoutPrefetch() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId worker = world.join(1, 3);
        world.begin(100);
        assertThat(world.workers.get(worker).queue).hasSize(3);
        world.compute(worker, 1, 1000);
        assertThat(world.workers.get(worker).queue).hasSize(3);
    }

    @Test
    void shouldFeedAheadByRoundTripOverChunkTime() {
        World world = new World(PolicyName.SS, SchedulerConfig.AUTO, 1);
        WorkerId worker = world.join(1, 1);
        world.begin(10_000);
        world.apply(new Event.RoundTripMeasured(worker, 20_000_000, -1));
        world.compute(worker, 2, 20_000_000);
        assertThat(world.workers.get(worker).queue).as("1 + 20 ms / 20 ms").hasSize(2);
    }

    @Test
    void shouldCountTheWaitForOthersIntoTheRoundTripOfAShortChunk() {
        World world = new World(PolicyName.SS, SchedulerConfig.AUTO, 1);
        WorkerId worker = world.join(1, 1);
        world.begin(10_000);
        world.apply(new Event.RoundTripMeasured(worker, 20_000_000, -1));
        world.compute(worker, 2, 2_000_000);
        assertThat(world.workers.get(worker).queue)
                .as("1 + (20 ms + 10 ms) / 2 ms")
                .hasSize(16);
    }

    @Test
    void shouldGiveABillionUnitsWithoutMemoryForEach() {
        World world = new World(PolicyName.FIXED, 0, 1);
        List<Action> out = new ArrayList<>();
        world.scheduler.apply(new Event.WorkerJoined(new WorkerId(1), 1), 0, out::add);
        world.scheduler.apply(new Event.WorkerJoined(new WorkerId(2), 1), 0, out::add);
        world.scheduler.apply(new Event.CycleBegun(0, 1_000_000_000L), 0, out::add);
        List<AttemptRun> runs = out.stream()
                .flatMap(action -> action instanceof Action.Assign assign ? Stream.of(assign.run()) : Stream.of())
                .toList();
        assertThat(runs).extracting(AttemptRun::units).containsExactly(500_000_000L, 500_000_000L);
        assertThat(world.scheduler.ledger().kinds().oneSlotPool(0).isEmpty()).isTrue();
    }

    @Test
    void shouldKeepFixedSharesForExpectedSlots() {
        World world = new World(PolicyName.FIXED, 0, 1);
        world.apply(new Event.SlotsExpected(2, world.now + 5_000_000_000L));
        WorkerId first = world.join(1, 1);
        world.begin(101);
        assertThat(world.workers.get(first).queue).hasSize(51);
        WorkerId second = world.join(2, 1);
        assertThat(world.workers.get(second).queue).hasSize(50);
    }

    @Test
    void shouldShareOutWhatExpectedSlotsDidNotFetch() {
        World world = new World(PolicyName.FIXED, 0, 1);
        world.apply(new Event.SlotsExpected(2, world.now + 5_000_000_000L));
        WorkerId first = world.join(1, 1);
        world.begin(100);
        world.compute(first, 50, 1000);
        assertThat(world.workers.get(first).queue).isEmpty();
        world.now += 5_100_000_000L;
        world.apply(new Event.Ticked());
        assertThat(world.workers.get(first).queue).hasSize(50);
    }

    @Test
    void shouldReassignChunksOfALostWorker() {
        World world = new World(PolicyName.GSS, 1, 1);
        WorkerId first = world.join(1, 1);
        world.join(2, 1);
        world.begin(1000);
        world.workers.remove(first);
        world.apply(new Event.WorkerDied(first));
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(1000);
    }

    @Test
    void shouldSayOnceThatItWaitsWhenNoWorkerIsLeft() {
        World world = new World(PolicyName.SS, 1, 1);
        WorkerId first = world.join(1, 1);
        world.begin(10);
        world.workers.remove(first);
        world.apply(new Event.WorkerDied(first));
        world.apply(new Event.Ticked());
        assertThat(world.droughts).isEqualTo(1);
        world.join(2, 1);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(10);
    }

    @Test
    void shouldRetryAFailedUnitOnAnotherWorker() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId first = world.join(1, 1);
        WorkerId second = world.join(2, 1);
        world.begin(2);
        world.fail(first);
        assertThat(world.workers.get(first).queue).isEmpty();
        world.compute(second, 1, 1000);
        assertThat(world.workers.get(second).queue)
                .as("the unit that failed on the first")
                .hasSize(1);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(2);
        assertThat(world.quarantined).isEmpty();
    }

    @Test
    void shouldQuarantineAUnitThatFailsOnThreeDistinctWorkers() {
        World world = new World(PolicyName.SS, 0, 1);
        for (int i = 1; i <= 4; i++) {
            world.join(i, 1);
        }
        world.begin(1);
        for (int tries = 0; tries < 3; tries++) {
            WorkerId holder = world.workers.values().stream()
                    .filter(worker -> !worker.queue.isEmpty())
                    .findFirst()
                    .orElseThrow()
                    .id;
            world.fail(holder);
        }
        assertThat(world.done()).isTrue();
        assertThat(world.quarantined)
                .singleElement()
                .satisfies(quarantine -> assertThat(quarantine.failures())
                        .extracting(UnitFailure::worker)
                        .doesNotHaveDuplicates()
                        .hasSize(3));
    }

    @Test
    void shouldCountTheWorkersBelowASubMasterThatTriedAUnit() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId branch = world.join(1, 1);
        WorkerId worker = world.join(2, 1);
        world.join(3, 1);
        world.begin(1);
        world.fail(branch, 2);
        assertThat(world.quarantined).isEmpty();
        assertThat(world.workers.get(worker).queue).hasSize(1);
        world.fail(worker);
        assertThat(world.quarantined)
                .singleElement()
                .satisfies(given -> assertThat(given.workers()).isEqualTo(3));
    }

    @Test
    void shouldQuarantineWhenTheUnitFailedOnEveryWorkerThereIs() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId only = world.join(1, 1);
        world.begin(2);
        world.fail(only);
        world.finish();
        assertThat(world.quarantined).hasSize(1);
        assertThat(world.accepted.cardinality()).isEqualTo(1);
    }

    @Test
    void shouldQuarantineWhenNoOtherWorkerIsExpectedAnyMoreBecauseOneReturned() {
        World world = new World(PolicyName.SS, 0, 1);
        world.apply(new Event.SlotsExpected(2, Long.MAX_VALUE));
        WorkerId first = world.join(1, 1);
        WorkerId second = world.join(2, 1);
        world.begin(1);
        world.fail(first);
        world.apply(new Event.WorkerBroke(first, false, 0));
        world.fail(second);
        assertThat(world.quarantined).isEmpty();
        world.apply(new Event.WorkerReturned(first, 0, List.of(), List.of()));
        assertThat(world.quarantined).hasSize(1);
    }

    @Test
    void shouldFindTheUnitThatKillsItsWorkers() {
        World world = new World(PolicyName.SS, 8, 1);
        int poison = 7;
        int next = 1;
        world.join(next++, 1);
        world.begin(100);
        int deaths = 0;
        while (!world.done()) {
            World.FakeWorker worker = world.workers.values().iterator().next();
            if (worker.queue.isEmpty()) {
                world.apply(new Event.Ticked());
            } else if (worker.queue.peekFirst()[2] == poison) {
                world.workers.remove(worker.id);
                world.apply(new Event.WorkerDied(worker.id));
                world.join(next++, 1);
                deaths++;
            } else {
                world.compute(worker.id, 1, 1000);
            }
            assertThat(deaths).as("workers killed").isLessThanOrEqualTo(4);
        }
        assertThat(world.quarantined).extracting(Action.Quarantine::unit).containsExactly((long) poison);
        assertThat(world.quarantined.get(0).failures())
                .extracting(UnitFailure::code)
                .containsOnly(ErrorCode.UNIT_KILLED_WORKER);
        assertThat(world.accepted.cardinality()).isEqualTo(99);
    }

    @Test
    void shouldRefuseAResultOfAForeignAttempt() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId first = world.join(1, 1);
        WorkerId second = world.join(2, 1);
        world.begin(10);
        long[] held = world.workers.get(first).queue.peekFirst();
        world.apply(new Event.ResultsArrived(second, 0, List.of(ResultRun.of(held[0], held[1], held[2], 1, 1, 0))));
        assertThat(discards(world)).containsExactly(DiscardReason.NOT_OWNER);
        world.apply(new Event.ResultsArrived(first, 0, List.of(ResultRun.of(held[0], held[1] + 1, held[2], 1, 1, 0))));
        assertThat(discards(world)).containsExactly(DiscardReason.NOT_OWNER, DiscardReason.UNKNOWN);
        assertThat(world.accepted.cardinality()).isZero();
    }

    @Test
    void shouldAcknowledgeAndForgetADuplicate() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId first = world.join(1, 1);
        world.begin(10);
        long[] held = world.workers.get(first).queue.peekFirst();
        world.compute(first, 1, 1000);
        world.apply(new Event.ResultsArrived(first, 0, List.of(ResultRun.of(held[0], held[1], held[2], 1, 1, 0))));
        assertThat(discards(world)).containsExactly(DiscardReason.DUPLICATE);
        world.apply(new Event.ResultsArrived(first, 7, List.of(ResultRun.of(held[0], held[1], held[2], 1, 1, 0))));
        assertThat(discards(world)).containsExactly(DiscardReason.DUPLICATE, DiscardReason.STALE);
    }

    private static List<DiscardReason> discards(World world) {
        return world.actions.stream()
                .flatMap(action -> action instanceof Action.Discard discard ? Stream.of(discard.reason()) : Stream.of())
                .toList();
    }

    @Test
    void shouldLetAWorkerThatReturnsKeepWhatNobodyElseGot() {
        World world = new World(PolicyName.SS, 3, 1);
        WorkerId first = world.join(1, 1);
        world.begin(100);
        World.FakeWorker fake = world.workers.get(first);
        List<long[]> held = List.copyOf(fake.queue);
        world.apply(new Event.WorkerBroke(first, true));
        assertThat(world.scheduler.ledger().unassigned()).isEqualTo(100);
        List<HeldUnits> working = held.stream()
                .skip(1)
                .map(h -> new HeldUnits(h[0], h[1], h[2], 1))
                .toList();
        List<ResultRun> finished = List.of(ResultRun.of(held.get(0)[0], held.get(0)[1], held.get(0)[2], 1, 5, 0));
        world.apply(new Event.WorkerReturned(first, 0, working, finished));
        assertThat(world.actions).noneMatch(Action.DropHeld.class::isInstance);
        world.apply(new Event.ResultsArrived(first, 0, finished));
        assertThat(world.accepted.cardinality()).isEqualTo(1);
        fake.queue.removeFirst();
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(100);
        assertThat(world.scheduler.counters().duplicates()).isZero();
    }

    @Test
    void shouldTellAWorkerThatReturnsToDropWhatAnotherGot() {
        World world = new World(PolicyName.SS, 3, 1);
        WorkerId first = world.join(1, 1);
        world.begin(4);
        List<long[]> held = List.copyOf(world.workers.get(first).queue);
        world.apply(new Event.WorkerBroke(first, false));
        world.join(2, 1);
        world.workers.get(first).queue.clear();
        world.apply(new Event.WorkerReturned(
                first,
                0,
                held.stream().map(h -> new HeldUnits(h[0], h[1], h[2], 1)).toList(),
                List.of()));
        assertThat(world.actions.stream().filter(Action.DropHeld.class::isInstance))
                .hasSize(4);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(4);
    }

    @Test
    void shouldExpireTheLeaseOfASilentWorker() {
        World world = new World(PolicyName.SS, 1, 1);
        WorkerId silent = world.join(1, 1);
        world.begin(10);
        world.apply(new Event.Ticked());
        for (int i = 0; i < 13; i++) {
            world.now += 500_000_000L;
            world.apply(new Event.Ticked());
        }
        assertThat(world.actions).contains(new Action.Disconnect(silent, ErrorCode.LEASE_EXPIRED));
        assertThat(world.scheduler.activeSlots()).isZero();
    }

    @Test
    void shouldExtendLeasesWhenItsOwnTickCameLate() {
        World world = new World(PolicyName.SS, 1, 1);
        world.join(1, 1);
        world.begin(10);
        world.apply(new Event.Ticked());
        world.now += 60_000_000_000L;
        world.apply(new Event.Ticked());
        assertThat(world.actions).noneMatch(Action.Disconnect.class::isInstance);
    }

    @Test
    void shouldTakeBackQueuedChunksForAnIdleSlot() {
        World world = new World(PolicyName.SS, 7, 1);
        WorkerId slow = world.join(1, 1);
        world.begin(8);
        assertThat(world.workers.get(slow).queue).hasSize(8);
        world.compute(slow, 1, 100_000_000);
        WorkerId idle = world.join(2, 1);
        Action.Revoke revoke = (Action.Revoke) world.actions.stream()
                .filter(Action.Revoke.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(revoke.worker()).isEqualTo(slow);
        assertThat(revoke.units()).isEqualTo(3);
        world.handBack(slow, revoke.units());
        assertThat(world.workers.get(idle).queue).isNotEmpty();
        world.finish();
        assertThat(world.scheduler.counters().handedBack()).isEqualTo(3);
    }

    /** The number of slots stays the same, but they are others. */
    @Test
    void shouldGiveNewSlotsTheSharesOfThoseThatASubMasterLost() {
        World world = new World(PolicyName.FIXED, 0, 1);
        WorkerId branch = world.join(1, 0);
        world.apply(new Event.SlotsChanged(branch, 3));
        world.begin(9);
        world.handBack(branch, 1);
        world.apply(new Event.SlotsChanged(branch, 0));
        world.compute(branch, 8, 1000);
        WorkerId newcomer = world.join(2, 3);
        assertThat(world.workers.get(newcomer).queue).hasSize(1);
        world.finish();
    }

    /** The busy worker would get the unit again at once, and be asked for it again. */
    @Test
    void shouldNotTakeBackAUnitForAWorkerOnWhichItFailed() {
        World world = new World(PolicyName.SS, 3, 1);
        WorkerId idle = world.join(1, 1);
        WorkerId busy = world.join(2, 1);
        world.begin(2);
        world.fail(idle);
        assertThat(world.workers.get(busy).queue).hasSize(2);
        world.apply(new Event.Ticked());
        assertThat(revokes(world, busy)).isZero();
        world.finish();
    }

    @Test
    void shouldGiveADrainingWorkerNothingMore() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId first = world.join(1, 1);
        world.begin(5);
        world.apply(new Event.WorkerDraining(first));
        world.compute(first, 1, 1000);
        assertThat(world.workers.get(first).queue).isEmpty();
        world.apply(new Event.WorkerLeft(first));
        assertThat(world.scheduler.outstandingUnits()).isZero();
    }

    @Test
    void shouldDeliverWhatRunsWhenTheRunIsStopped() {
        World world = new World(PolicyName.SS, 3, 1);
        WorkerId first = world.join(1, 1);
        world.begin(100);
        world.apply(new Event.StopRequested());
        assertThat(world.actions).contains(new Action.Revoke(first, 0, 4));
        world.handBack(first, 4);
        assertThat(world.stopped).isFalse();
        world.compute(first, 1, 1000);
        assertThat(world.stopped).isTrue();
        assertThat(world.accepted.cardinality()).isEqualTo(1);
    }

    @Test
    void shouldDropTheRestOfACycleWhenTheApplicationKnowsEnough() {
        World world = new World(PolicyName.SS, 3, 1);
        WorkerId first = world.join(1, 1);
        world.begin(100);
        world.compute(first, 2, 1000);
        world.apply(new Event.CycleDropped(0));
        assertThat(world.done()).isTrue();
        world.begin(3);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(3);
    }

    @Test
    void shouldTellTheStoryWhenSomethingImpossibleIsReported() {
        World world = new World(PolicyName.SS, 3, 1);
        world.begin(100);
        assertThatThrownBy(() -> world.apply(new Event.CycleBegun(1, 5)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("BEGIN cannot happen")
                .hasMessageContaining("CycleBegun[cycle=0, units=100");
    }

    @Test
    void shouldNotAskAgainWhoHadNothingToHandBackUntilSomethingHasMoved() {
        World world = new World(PolicyName.SS, 3, 1);
        WorkerId busy = world.join(1, 1);
        world.begin(4);
        WorkerId idle = world.join(2, 1);
        world.compute(idle, 4, 1000);
        world.apply(new Event.UnitsHandedBack(busy, world.cycle, List.of()));
        assertThat(revokes(world, busy)).isEqualTo(1);
        world.apply(new Event.Ticked());
        assertThat(revokes(world, busy)).as("it is not asked again").isEqualTo(1);
        world.compute(busy, 1, 1000);
        world.apply(new Event.Ticked());
        assertThat(revokes(world, busy)).as("a result has come").isEqualTo(2);
    }

    private static long revokes(World world, WorkerId worker) {
        return world.actions.stream()
                .filter(action -> action instanceof Action.Revoke revoke
                        && revoke.worker().equals(worker))
                .count();
    }

    @Test
    void shouldGiveASubMasterWorkForTheSlotsItStandsFor() {
        World world = new World(PolicyName.SS, 0, 1);
        WorkerId branch = world.join(1, 0);
        world.begin(100);
        assertThat(world.scheduler.activeSlots()).isZero();
        assertThat(world.workers.get(branch).queue).isEmpty();
        assertThat(world.actions)
                .filteredOn(Action.WaitForWorkers.class::isInstance)
                .hasSize(1);

        world.apply(new Event.SlotsChanged(branch, 5));
        assertThat(world.scheduler.activeSlots()).isEqualTo(5);
        assertThat(world.workers.get(branch).queue).hasSize(5);

        world.apply(new Event.SlotsChanged(branch, 2));
        world.compute(branch, 4, 1000);
        assertThat(world.workers.get(branch).queue)
                .as("one that was left, and one more")
                .hasSize(2);

        world.apply(new Event.SlotsChanged(branch, 0));
        world.compute(branch, 2, 1000);
        assertThat(world.workers.get(branch).queue).isEmpty();
        assertThat(world.actions)
                .filteredOn(Action.WaitForWorkers.class::isInstance)
                .hasSize(2);
    }
}
