package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Action.DiscardReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailInsuranceTest {
    private static final long MS = 1_000_000;

    private static World world(PolicyName policy, int speculation) {
        return new World(policy, Weighting.EQUAL, 0, 1, speculation);
    }

    /** Ticks as the master does, with all workers alive. */
    private static void pass(World world, long millis) {
        long end = world.now + millis * MS;
        while (world.now < end) {
            world.now = Math.min(end, world.now + 250 * MS);
            world.workers.keySet().forEach(worker -> world.apply(new Event.WorkerHeard(worker)));
            world.apply(new Event.Ticked());
        }
    }

    private static void drain(World world, WorkerId worker) {
        while (!world.workers.get(worker).queue.isEmpty()) {
            world.compute(worker, 1, MS);
        }
    }

    /**
     * Workers 1 to {@code workers} with one slot and one unit each. The last one has finished its own unit and holds a
     * copy of the first one's, because the others compute for two seconds.
     */
    private static World insured(int workers) {
        World world = world(PolicyName.SS, 5);
        for (int worker = 1; worker <= workers; worker++) {
            world.join(worker, 1);
        }
        world.begin(workers);
        world.compute(new WorkerId(workers), 1, 10 * MS);
        pass(world, 2000);
        return world;
    }

    private static List<World.FakeWorker> holding(World world, long unit) {
        return world.workers.values().stream()
                .filter(worker -> worker.queue.stream().anyMatch(held -> held[2] == unit))
                .toList();
    }

    @Test
    void shouldFinishWithACopyOfTheUnitThatASlotIsStuckOn() {
        World world = insured(2);
        WorkerId stuck = new WorkerId(1);
        WorkerId idle = new WorkerId(2);
        assertThat(world.workers.get(idle).queue).hasSize(1);
        assertThat(world.workers.get(stuck).queue).hasSize(1);
        world.compute(idle, 1, 10 * MS);
        assertThat(world.done()).isTrue();
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.scheduler.counters().copies()).isEqualTo(1);
        assertThat(world.scheduler.counters().copiesWon()).isEqualTo(1);
    }

    @Test
    void shouldWaitUntilACopyWouldHaveTakenAsLong() {
        World world = world(PolicyName.SS, 5);
        world.join(1, 1);
        WorkerId idle = world.join(2, 1);
        world.begin(2);
        pass(world, 3990);
        world.compute(idle, 1, 10 * MS); // turnaround of 4 s, although computing took little of it
        pass(world, 1500);
        assertThat(world.workers.get(idle).queue).isEmpty();
        pass(world, 1000);
        assertThat(world.workers.get(idle).queue).hasSize(1);
    }

    @Test
    void shouldCopyNothingWithoutAForecast() {
        World world = world(PolicyName.SS, 100);
        world.join(1, 1);
        world.join(2, 1);
        world.begin(1);
        pass(world, 60_000);
        assertThat(world.scheduler.counters().copies()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "5, 2", "6, 3", "100, 5"})
    void shouldKeepWithinItsShareOfTheUnitsRoundedUp(int percent, int copies) {
        World world = world(PolicyName.SS, percent);
        for (int worker = 1; worker <= 5; worker++) {
            world.join(worker, 1);
        }
        WorkerId quick = world.join(6, 5);
        world.begin(40);
        drain(world, quick);
        pass(world, 5000);
        assertThat(world.workers.get(quick).queue).hasSize(copies);
        assertThat(TailInsurance.budget(1_000_000_000_000_000_000L, 7)).isEqualTo(70_000_000_000_000_000L);
    }

    @Test
    void shouldDiscardTheResultOfTheSlower() {
        World world = insured(3);
        WorkerId slow = new WorkerId(1);
        WorkerId idle = new WorkerId(3);
        world.compute(slow, 1, 10 * MS); // the unit that was copied
        world.actions.clear();
        world.compute(idle, 1, 10 * MS);
        assertThat(world.actions)
                .filteredOn(Action.Discard.class::isInstance)
                .singleElement()
                .satisfies(discard ->
                        assertThat(((Action.Discard) discard).reason()).isEqualTo(DiscardReason.DUPLICATE));
        assertThat(world.scheduler.counters().copiesWasted()).isEqualTo(1);
    }

    @Test
    void shouldLeaveAUnitToItsOtherHolderWhenOneIsLost() {
        World world = world(PolicyName.SS, 5);
        WorkerId stuck = world.join(1, 1);
        WorkerId idle = world.join(2, 1);
        world.join(3, 1);
        world.begin(3);
        world.compute(idle, 1, 10 * MS);
        pass(world, 2000);
        long unit = world.workers.get(idle).queue.peekFirst()[2];
        assertThat(holding(world, unit)).hasSize(2);
        world.workers.remove(stuck);
        world.apply(new Event.WorkerDied(stuck));
        assertThat(world.scheduler.ledger().unassigned()).isZero();
        world.compute(idle, 1, 10 * MS);
        assertThat(world.accepted.get((int) unit)).isTrue();
    }

    @Test
    void shouldNotGiveUpAUnitWhileOneStillComputesIt() {
        World world = insured(2);
        WorkerId stuck = new WorkerId(1);
        WorkerId idle = new WorkerId(2);
        world.fail(idle);
        pass(world, 10_000);
        assertThat(world.quarantined).isEmpty();
        assertThat(world.workers.get(idle).queue).as("not where it failed").isEmpty();
        world.fail(stuck);
        assertThat(world.quarantined)
                .singleElement()
                .satisfies(quarantine -> assertThat(quarantine.failures()).hasSize(2));
        assertThat(world.done()).isTrue();
    }

    @Test
    void shouldTakeBackWhatQueuesBehindAUnitThatIsStuck() {
        World world = world(PolicyName.GSS, 5);
        WorkerId stuck = world.join(1, 1);
        WorkerId quick = world.join(2, 1);
        world.begin(20);
        world.compute(stuck, 1, 10 * MS);
        drain(world, quick);
        pass(world, 2000);
        assertThat(world.actions).contains(new Action.Revoke(stuck, 0, 8));
        world.handBack(stuck, 8);
        drain(world, quick);
        pass(world, 500);
        world.compute(quick, 1, 10 * MS);
        assertThat(world.done()).isTrue();
        assertThat(world.accepted.cardinality()).isEqualTo(20);
    }

    @Test
    void shouldLeaveSharesThatAreFixedWhereTheyAre() {
        World world = world(PolicyName.FIXED, 100);
        WorkerId stuck = world.join(1, 1);
        WorkerId quick = world.join(2, 1);
        world.begin(20);
        drain(world, quick);
        pass(world, 5000);
        assertThat(world.actions).noneMatch(Action.Revoke.class::isInstance);
        assertThat(world.scheduler.counters().copies()).isZero();
        world.compute(stuck, 9, 10 * MS);
        pass(world, 5000);
        assertThat(world.scheduler.counters().copies()).isEqualTo(1);
    }

    @Test
    void shouldNotCopyWhatItsSlowOwnerWillSoonHaveDone() {
        World world = world(PolicyName.SS, 100);
        WorkerId slow = world.join(1, 1);
        WorkerId quick = world.join(2, 1);
        world.begin(5);
        pass(world, 250);
        world.compute(slow, 1, 10_000 * MS);
        world.compute(quick, 1, 5000 * MS); // the slow one's second unit is half done
        for (int i = 0; i < 2; i++) {
            world.compute(quick, 1, MS);
        }
        pass(world, 3000);
        assertThat(world.workers.get(slow).queue).hasSize(1);
        assertThat(world.scheduler.counters().copies()).isZero();
    }

    @Test
    void shouldCollectThoughASlotIsStuckOnAUnitThatACopyHasCompleted() {
        World world = world(PolicyName.SS, 5);
        WorkerId stuck = world.join(1, 1);
        WorkerId idle = world.join(2, 1);
        world.begin(3);
        complete(world, stuck);
        complete(world, idle);
        pass(world, 2000);
        complete(world, idle);
        assertThat(world.actions).contains(new Action.Collect(stuck, 0), new Action.Collect(idle, 0));
        assertThat(world.scheduler.completedUnits()).isEqualTo(3);
        complete(world, stuck);
        assertThat(world.scheduler.completedUnits()).as("each once").isEqualTo(3);
    }

    private static void complete(World world, WorkerId id) {
        long[] held = world.workers.get(id).queue.removeFirst();
        world.now += 10 * MS;
        world.apply(new Event.UnitsCompleted(
                id, world.cycle, List.of(ResultRun.of(held[0], held[1], held[2], 1, 10 * MS, 1e-4))));
    }

    @Test
    void shouldNotWaitForTheSlowerWhenStopped() {
        World world = insured(3);
        WorkerId second = new WorkerId(2);
        WorkerId idle = new WorkerId(3);
        world.compute(idle, 1, 10 * MS);
        world.apply(new Event.StopRequested());
        assertThat(world.stopped).isFalse();
        world.compute(second, 1, 10 * MS);
        assertThat(world.stopped).isTrue();
    }

    @Test
    void shouldNotAgeUnitsWhileTheMasterStoodStill() {
        World world = world(PolicyName.SS, 5);
        world.join(1, 1);
        WorkerId idle = world.join(2, 1);
        world.begin(2);
        world.compute(idle, 1, 10 * MS);
        pass(world, 250);
        world.now += 3600_000 * MS;
        world.apply(new Event.Ticked());
        assertThat(world.scheduler.counters().copies()).isZero();
        pass(world, 2000);
        assertThat(world.scheduler.counters().copies()).isEqualTo(1);
    }

    private static List<Action.WorkerOverdue> overdue(World world) {
        return world.actions.stream()
                .filter(Action.WorkerOverdue.class::isInstance)
                .map(Action.WorkerOverdue.class::cast)
                .toList();
    }

    /** Worker 1 computes nothing; worker 2 computes all that it gets, until there is no more. */
    private static World withIdler(PolicyName policy, int speculation, int units) {
        World world = world(policy, speculation);
        world.join(1, 1);
        WorkerId busy = world.join(2, 1);
        world.begin(units);
        for (int i = 0; i < 20; i++) {
            drain(world, busy);
            pass(world, 250);
        }
        return world;
    }

    @ParameterizedTest
    @CsvSource({"FIXED, 1", "GSS, 1", "FIXED, 5"})
    void shouldEndBesideAWorkerThatComputesNothing(PolicyName policy, int speculation) {
        World world = withIdler(policy, speculation, 40);
        WorkerId busy = new WorkerId(2);
        assertThat(world.done()).isFalse();
        pass(world, 61_000);
        assertThat(overdue(world)).hasSize(1);
        assertThat(overdue(world).get(0).worker()).isEqualTo(new WorkerId(1));
        for (int i = 0; i < 200 && !world.done(); i++) {
            drain(world, busy);
            pass(world, 250);
        }
        assertThat(world.done()).isTrue();
        assertThat(world.accepted.cardinality()).isEqualTo(40);
        assertThat(world.acceptedTwice).isZero();
        assertThat(overdue(world)).hasSize(1);
    }

    @Test
    void shouldNameAWorkerThatComputesNothingAndCopyNothingIfCopiesAreOff() {
        World world = withIdler(PolicyName.SS, 0, 40);
        pass(world, 120_000);
        assertThat(overdue(world)).hasSize(1);
        assertThat(world.scheduler.counters().copies()).isZero();
        assertThat(world.workers.get(new WorkerId(1)).queue)
                .as("it keeps its unit")
                .isNotEmpty();
    }

    @Test
    void shouldTakeTheResultsOfUnitsThatAreMerelyLong() {
        World world = withIdler(PolicyName.SS, 0, 40);
        WorkerId slow = new WorkerId(1);
        pass(world, 120_000);
        assertThat(overdue(world)).hasSize(1);
        while (!world.workers.get(slow).queue.isEmpty()) {
            world.compute(slow, 1, 120_000 * MS);
        }
        assertThat(world.done()).isTrue();
        assertThat(world.accepted.cardinality()).isEqualTo(40);
        assertThat(world.acceptedTwice).isZero();
        assertThat(world.scheduler.counters().failed()).isZero();
        world.begin(40);
        assertThat(world.workers.get(slow).queue).as("units of the next cycle").isNotEmpty();
    }

    @Test
    void shouldNameNobodyWhileOthersHaveWork() {
        World world = world(PolicyName.SS, 5);
        world.join(1, 1);
        WorkerId busy = world.join(2, 1);
        world.begin(400);
        for (int i = 0; i < 300; i++) {
            world.compute(busy, 1, MS);
            pass(world, 250);
        }
        assertThat(overdue(world)).isEmpty();
    }

    @Test
    void shouldExcludeAHostThatReturnsNothingOfThreeUnitsThatAnotherComputes() {
        World world = world(PolicyName.SS, 1);
        world.apply(new Event.PeerNamed(new WorkerId(1), "p1", "idler"));
        world.apply(new Event.PeerNamed(new WorkerId(2), "p2", "good"));
        world.join(1, 4); // of one unit there is a copy before
        WorkerId busy = world.join(2, 1);
        world.begin(40);
        world.compute(new WorkerId(1), 1, MS); // it has its setup
        for (int i = 0; i < 20; i++) {
            drain(world, busy);
            pass(world, 250);
        }
        pass(world, 61_000);
        for (int i = 0; i < 200 && !world.done(); i++) {
            drain(world, busy);
            pass(world, 250);
        }
        assertThat(world.done()).isTrue();
        world.begin(40);
        assertThat(world.workers.get(new WorkerId(1)).queue)
                .as("units of the next cycle")
                .isEmpty();
    }
}
