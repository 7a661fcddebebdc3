package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests the scheduler of a sub-master whose workers bring units of another sub-master. */
class AdoptionTest {
    private static final long NONCE = -9;

    private final World world = new World(PolicyName.SS, Weighting.EQUAL, 3, 1, 100);

    AdoptionTest() {
        world.apply(new Event.CycleOpened(++world.cycle));
    }

    private static HeldUnits held(long from, long to) {
        return new HeldUnits(500 + from, NONCE, from, to - from);
    }

    private static UnitRanges units(long from, long to) {
        UnitRanges units = new UnitRanges();
        units.add(from, to);
        return units;
    }

    private WorkerId comes(int number, int ofCycle, long from, long to) {
        WorkerId id = new WorkerId(number);
        World.FakeWorker worker = new World.FakeWorker(id, 1);
        LongStream.range(from, to).forEach(unit -> worker.queue.add(new long[] {500 + from, NONCE, unit}));
        world.workers.put(id, worker);
        Brought brought = new Brought(ofCycle, List.of(held(from, to)), List.of()).adopting(units(from, to));
        world.apply(new Event.WorkerJoined(id, 1, 0, brought));
        return id;
    }

    private List<Action> actions(Class<? extends Action> type) {
        return world.actions.stream().filter(type::isInstance).toList();
    }

    @Test
    void shouldLeaveThemToTheWorkerThatBringsThem() {
        world.join(1, 4);
        WorkerId comes = comes(2, world.cycle, 10, 14);

        assertThat(actions(Action.Assign.class)).isEmpty();
        assertThat(actions(Action.GiveBack.class)).isEmpty();
        assertThat(world.compute(comes, 4, 1000)).isEqualTo(4);
        assertThat(world.accepted.cardinality()).isEqualTo(4);
    }

    @Test
    void shouldGiveThemBackWhenTheirWorkerIsLostAndTakeThemWhenTheyAreGiven() {
        WorkerId other = world.join(1, 4);
        WorkerId comes = comes(2, world.cycle, 10, 14);
        world.compute(comes, 1, 1000);
        world.workers.remove(comes);
        world.apply(new Event.WorkerDied(comes));

        assertThat(world.actions).contains(new Action.GiveBack(world.cycle, 11, 14));
        assertThat(world.workers.get(other).queue).isEmpty();
        assertThat(world.scheduler.outstandingUnits()).isZero();

        world.apply(new Event.UnitsGiven(world.cycle, 11, 14));
        assertThat(world.compute(other, 4, 1000)).isEqualTo(3);
        assertThat(world.accepted.cardinality()).isEqualTo(4);
        assertThat(world.acceptedTwice).isZero();
    }

    @Test
    void shouldGiveBackWhatTheWorkerHandsBack() {
        WorkerId comes = comes(2, world.cycle, 10, 14);
        world.apply(new Event.UnitsHandedBack(comes, world.cycle, List.of(held(13, 14))));
        assertThat(actions(Action.GiveBack.class)).containsExactly(new Action.GiveBack(world.cycle, 13, 14));
    }

    @Test
    void shouldWaitAMomentForAWorkerWhoseConnectionWasCut() {
        WorkerId comes = comes(2, world.cycle, 10, 14);
        world.workers.get(comes).connected = false;
        world.apply(new Event.WorkerBroke(comes, true));
        assertThat(actions(Action.GiveBack.class)).isEmpty();
        assertThat(world.quarantined).isEmpty();

        world.workers.get(comes).connected = true;
        world.apply(new Event.WorkerReturned(comes, world.cycle, List.of(held(10, 13)), List.of()));
        assertThat(actions(Action.DropHeld.class)).isEmpty();
        world.now += 1_000_000_001L;
        world.apply(new Event.WorkerHeard(comes));
        world.apply(new Event.Ticked());
        assertThat(actions(Action.GiveBack.class))
                .as("what it did not bring")
                .containsExactly(new Action.GiveBack(world.cycle, 13, 14));
        world.workers.get(comes).queue.removeLast();
        assertThat(world.compute(comes, 4, 1000)).isEqualTo(3);
        assertThat(world.accepted.cardinality()).isEqualTo(3);
    }

    /** The lost worker is a sub-master: its workers bring the units themselves, here or elsewhere. */
    @Test
    void shouldWaitForThoseWhoBringThemWhenASubMasterIsLost() {
        WorkerId comes = comes(2, world.cycle, 10, 14);
        world.workers.get(comes).connected = false;
        world.apply(new Event.WorkerBroke(comes, false, 1_000_000_000L));
        assertThat(actions(Action.GiveBack.class)).isEmpty();

        WorkerId next = new WorkerId(3);
        world.workers.put(next, new World.FakeWorker(next, 1));
        world.apply(new Event.WorkerJoined(next, 1, 0, new Brought(world.cycle, List.of(held(10, 12)), List.of())));
        world.now += 1_000_000_001L;
        world.apply(new Event.WorkerHeard(next));
        world.apply(new Event.Ticked());

        assertThat(actions(Action.GiveBack.class)).containsExactly(new Action.GiveBack(world.cycle, 12, 14));
        assertThat(actions(Action.DropHeld.class)).isEmpty();
    }

    @Test
    void shouldGiveUpAtOnceWhatFailsSinceNobodyElseHereCouldTryIt() {
        world.join(1, 4);
        WorkerId comes = comes(2, world.cycle, 10, 12);
        world.fail(comes);

        assertThat(world.quarantined)
                .singleElement()
                .satisfies(each -> assertThat(each.unit()).isEqualTo(10));
        assertThat(world.quarantined.get(0).failures()).hasSize(1);
        assertThat(actions(Action.Assign.class)).isEmpty();
    }

    @Test
    void shouldNotSuspectWhatItGivesBack() {
        world.join(1, 4);
        WorkerId several = comes(2, world.cycle, 10, 14);
        WorkerId one = comes(3, world.cycle, 20, 21);
        world.workers.remove(several);
        world.workers.remove(one);
        world.apply(new Event.WorkerDied(several));
        world.apply(new Event.WorkerDied(one));

        assertThat(actions(Action.GiveBack.class))
                .containsExactly(new Action.GiveBack(world.cycle, 10, 14), new Action.GiveBack(world.cycle, 20, 21));
        assertThat(world.quarantined).isEmpty();
        assertThat(world.scheduler.ledger().troublesWithin(0, 100)).isEmpty();
    }

    @Test
    void shouldCopyNoneOfThem() {
        WorkerId idle = world.join(1, 1);
        world.apply(new Event.UnitsGiven(world.cycle, 0, 4));
        world.compute(idle, 4, 1_000_000);
        comes(2, world.cycle, 10, 11);
        for (int i = 0; i < 100; i++) {
            world.now += 1_000_000_000L;
            world.workers.keySet().forEach(id -> world.apply(new Event.WorkerHeard(id)));
            world.apply(new Event.Ticked());
        }
        assertThat(world.workers.get(idle).queue).isEmpty();
        assertThat(world.scheduler.counters().copies()).isZero();
    }

    @Test
    void shouldTakeNothingOfAnotherCycle() {
        WorkerId comes = comes(2, world.cycle + 1, 10, 14);

        assertThat(actions(Action.DropHeld.class)).containsExactly(new Action.DropHeld(comes, held(10, 14)));
        assertThat(world.scheduler.ledger().units()).isZero();
    }

    @Test
    void shouldForgetThemWhenTheMasterAboveDoesNotWantThem() {
        WorkerId comes = comes(2, world.cycle, 10, 14);
        world.apply(new Event.UnitsWithdrawn(world.cycle, 11, 13));

        assertThat(actions(Action.DropHeld.class)).containsExactly(new Action.DropHeld(comes, held(11, 13)));
        assertThat(world.compute(comes, 4, 1000)).isEqualTo(2);
        assertThat(world.accepted.cardinality()).isEqualTo(2);
        assertThat(actions(Action.GiveBack.class)).isEmpty();
    }
}
