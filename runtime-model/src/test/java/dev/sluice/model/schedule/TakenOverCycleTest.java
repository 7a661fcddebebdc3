package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests a cycle of a master that takes over, whose workers bring units of the lost one. */
class TakenOverCycleTest {
    private static final long ASIDE_NANOS = 2_000_000_000L;

    private final World world = new World(PolicyName.SS, 0, 1);

    private static UnitRanges units(long from, long to) {
        UnitRanges units = new UnitRanges();
        units.add(from, to);
        return units;
    }

    private void begin() {
        world.apply(new Event.CycleBegun(++world.cycle, 20, units(0, 5), ASIDE_NANOS));
    }

    private WorkerId comes(int number, List<HeldUnits> working, List<HeldUnits> finished) {
        WorkerId id = new WorkerId(number);
        World.FakeWorker worker = new World.FakeWorker(id, 1);
        world.workers.put(id, worker);
        world.apply(new Event.WorkerJoined(id, 1, 0, new Brought(world.cycle, working, finished)));
        return id;
    }

    private static HeldUnits held(long from, long to) {
        return new HeldUnits(700 + from, -from, from, to - from);
    }

    @Test
    void shouldKeepOpenUnitsForThoseWhoBringThem() {
        begin();
        comes(1, List.of(held(6, 8)), List.of());
        assertThat(world.actions).noneMatch(Action.Assign.class::isInstance);
        comes(2, List.of(held(8, 10)), List.of(held(10, 11)));
        assertThat(world.actions)
                .noneMatch(Action.Assign.class::isInstance)
                .noneMatch(Action.DropHeld.class::isInstance);
        assertThat(world.scheduler.outstandingUnits()).isEqualTo(5);
    }

    @Test
    void shouldHandOutTheRestWhenTheTimeIsOver() {
        begin();
        WorkerId first = comes(1, List.of(), List.of());
        world.now += ASIDE_NANOS;
        world.apply(new Event.WorkerHeard(first));
        world.apply(new Event.Ticked());
        while (world.finishedCycles.isEmpty()) {
            assertThat(world.compute(first, 5, 1_000)).isPositive();
        }
        assertThat(world.accepted.cardinality()).isEqualTo(15);
    }

    @Test
    void shouldDropWhatTheJournalHas() {
        begin();
        WorkerId first = comes(1, List.of(held(2, 4)), List.of(held(4, 5)));
        assertThat(world.actions)
                .contains(new Action.DropHeld(first, held(2, 4)), new Action.DropHeld(first, held(4, 5)));
    }
}
