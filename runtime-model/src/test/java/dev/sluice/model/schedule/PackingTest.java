package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PackingTest {
    private static final long SECOND = 1_000_000_000L;
    private World world = new World(PolicyName.SS, 0, 1);

    private static Amounts needs(Object... pairs) {
        Amounts needs = Amounts.ONE_SLOT;
        for (int i = 0; i < pairs.length; i += 2) {
            needs = needs.with((String) pairs[i], ((Number) pairs[i + 1]).longValue());
        }
        return needs;
    }

    private static Event.Sized sized(Amounts needs, long from, long to) {
        return new Event.Sized(needs, 0, UnitRanges.of(from, to));
    }

    private void begin(long units, boolean open, Event.Sized... kinds) {
        world.apply(new Event.CycleBegun(++world.cycle, units, new UnitRanges(), 0, open, List.of(kinds), 0));
    }

    private WorkerId join(int number, int slots, Map<String, Long> offer, String host) {
        WorkerId id = new WorkerId(number);
        world.workers.put(id, new World.FakeWorker(id, slots));
        world.apply(new Event.PeerNamed(id, "peer of " + host, host));
        world.apply(new Event.WorkerJoined(id, slots, 0, Brought.NOTHING, false, Amounts.of(offer)));
        return id;
    }

    private int held(WorkerId id) {
        return world.workers.get(id).queue.size();
    }

    private List<Action.RefuseUnits> refused() {
        return world.actions.stream()
                .filter(Action.RefuseUnits.class::isInstance)
                .map(Action.RefuseUnits.class::cast)
                .toList();
    }

    @Test
    void shouldFillSlotsWithUnitsOfSeveralProcessors() {
        WorkerId first = world.join(1, 4);
        WorkerId second = world.join(2, 2);
        begin(5, false, sized(needs("processors", 3), 0, 2), sized(needs("processors", 2), 2, 3));
        assertThat(held(first)).as("three processors and one").isEqualTo(2);
        assertThat(held(second)).as("two processors").isEqualTo(1);
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(5);
    }

    @Test
    void shouldGiveUnitsOnlyWhereTheirLabelAndMemoryAre() {
        join(1, 4, Map.of("memory", 10L), "small");
        WorkerId large = join(2, 4, Map.of("memory", 100L, "big", 0L), "large");
        begin(4, false, sized(needs("memory", 40), 0, 3), sized(needs("big", 0), 3, 4));
        assertThat(held(large)).as("two by memory, one by label").isEqualTo(3);
        assertThat(held(new WorkerId(1))).isZero();
        world.finish();
    }

    @Test
    void shouldShareTheResourcesOfAHostAmongItsWorkers() {
        WorkerId first = join(1, 4, Map.of("memory", 10L, "gpus", 2L), "h");
        WorkerId second = join(2, 4, Map.of("memory", 9L, "gpus", 2L), "h");
        begin(6, false, sized(needs("gpus", 1), 0, 6));
        assertThat(held(first) + held(second)).as("two GPUs").isEqualTo(2);
        world.finish();
    }

    @Test
    void shouldShareTheResourcesOfTheRunAndKeepThemToItself() {
        world = new World(new SchedulerConfig(
                new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0),
                3,
                FailureTerms.USUAL_LEASE_NANOS,
                new SplittableRandom(1),
                0,
                Amounts.of(Map.of("licence", 3L))));
        world.join(1, 4);
        world.join(2, 4);
        begin(9, false, sized(needs("licence", 1), 0, 9));
        List<Action.Assign> assigned = world.actions.stream()
                .filter(Action.Assign.class::isInstance)
                .map(Action.Assign.class::cast)
                .toList();
        assertThat(assigned).hasSize(3).allMatch(each -> each.run().needs().isOneSlot());
        world.finish();
    }

    /** Units of one slot follow without end; the wide one starts when those that ran at its arrival have ended. */
    @Test
    void shouldStartAWideUnitWhenTheUnitsThatRanHaveEnded() {
        WorkerId worker = world.join(1, 16);
        begin(10_000, true);
        assertThat(held(worker)).isGreaterThanOrEqualTo(16);
        world.apply(new Event.UnitsAdded(world.cycle, 1, List.of(sized(needs("processors", 16), 10_000, 10_001))));
        world.answerRevokes();
        assertThat(held(worker)).as("nothing but what runs").isEqualTo(16);
        for (int i = 0; i < 16; i++) {
            world.compute(worker, 1, SECOND);
        }
        assertThat(world.workers.get(worker).queue).hasSize(1).first().matches(unit -> unit[2] == 10_000);
    }

    @Test
    void shouldLetOthersUseWhatTheWideUnitLeaves() {
        WorkerId worker = world.join(1, 4);
        begin(100, true);
        world.apply(new Event.UnitsAdded(world.cycle, 1, List.of(sized(needs("processors", 3), 100, 101))));
        world.compute(worker, 2, SECOND);
        assertThat(held(worker)).as("two still run, for which no others come").isEqualTo(2);
        world.compute(worker, 1, SECOND);
        assertThat(held(worker)).as("the wide unit, and one beside it").isEqualTo(2);
        world.apply(new Event.CycleClosed(world.cycle));
        world.finish();
    }

    @Test
    void shouldGiveUnitsOfOneSlotTheirTurn() {
        WorkerId worker = world.join(1, 4);
        begin(101, false, sized(needs("processors", 4), 1, 101));
        boolean[] narrow = {false};
        for (int i = 0; i < Packing.TURN + 1; i++) {
            narrow[0] |= world.workers.get(worker).queue.stream().anyMatch(unit -> unit[2] == 0);
            world.compute(worker, 4, SECOND);
        }
        narrow[0] |= world.workers.get(worker).queue.stream().anyMatch(unit -> unit[2] == 0);
        assertThat(narrow[0]).isTrue();
    }

    @Test
    void shouldRefuseAtOnceWhatNoHostCanCompute() {
        world.apply(new Event.SlotsExpected(8, world.now + SECOND));
        world.join(1, 4);
        begin(10, false, sized(needs("processors", 8), 3, 5));
        assertThat(refused()).as("another worker is expected").isEmpty();
        world.join(2, 4);
        assertThat(refused()).hasSize(1).first().satisfies(refused -> {
            assertThat(refused.unit()).isEqualTo(3);
            assertThat(refused.units()).isEqualTo(2);
            assertThat(refused.offers()).hasSize(1).first().matches(offer -> offer.processors() == 4);
        });
        world.actions.clear();
        world.join(3, 4);
        assertThat(refused()).as("said once").isEmpty();
    }

    @Test
    void shouldRefuseWhatTheRunHasNotEnoughOf() {
        world = new World(new SchedulerConfig(
                new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0),
                3,
                FailureTerms.USUAL_LEASE_NANOS,
                new SplittableRandom(1),
                0,
                Amounts.of(Map.of("licence", 3L))));
        begin(1, false, sized(needs("licence", 4), 0, 1));
        assertThat(refused())
                .hasSize(1)
                .first()
                .matches(refused -> refused.offers().isEmpty());
    }

    @Test
    void shouldGiveASubMasterWhatOneOfItsWorkersCanCompute() {
        WorkerId below = world.join(1, 0);
        Offer offer = Offer.sum(List.of(Offer.of(4, Amounts.NONE), Offer.of(2, Amounts.NONE)));
        begin(6, true, sized(needs("processors", 4), 0, 2), sized(needs("processors", 6), 2, 3));
        world.apply(new Event.SlotsChanged(below, 6, offer));
        assertThat(refused()).hasSize(1).first().matches(refused -> refused.unit() == 2);
        assertThat(held(below)).as("one of four processors, and two of one").isEqualTo(3);
    }

    /** A failed wide unit is retried although units of one slot would take every free slot. */
    @Test
    void shouldKeepRoomForARetry() {
        WorkerId first = world.join(1, 2);
        WorkerId second = world.join(2, 2);
        begin(1, true, sized(needs("processors", 2), 0, 1));
        WorkerId tried = held(first) > 0 ? first : second;
        WorkerId other = tried == first ? second : first;
        world.apply(new Event.UnitsAdded(world.cycle, 100));
        world.fail(tried);
        for (int i = 0; i < 6; i++) {
            world.compute(other, 1, SECOND);
        }
        assertThat(world.accepted.get(0)).isTrue();
        world.apply(new Event.CycleClosed(world.cycle));
        world.finish();
    }

    @Test
    void shouldContinueInAnotherScheduler() {
        join(1, 4, Map.of("memory", 10L), "h");
        begin(20, false, sized(needs("processors", 2, "memory", 6), 0, 7), sized(needs("processors", 4), 7, 9));
        world.changeScheduler();
        world.finish();
        assertThat(world.accepted.cardinality()).isEqualTo(20);
        assertThat(world.acceptedTwice).isZero();
    }
}
