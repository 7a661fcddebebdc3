package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests cycles with results that exist before they begin. */
class KnownUnitsTest {
    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldHandOutEveryUnitThatIsNotKnownOnce(PolicyName policy) {
        World world = new World(policy, 0, 1);
        WorkerId first = world.join(1, 1);
        WorkerId second = world.join(2, 2);
        UnitRanges known = new UnitRanges();
        for (int unit = 0; unit < 100; unit += 7) {
            known.add(unit, unit + 1);
        }
        world.begin(100, known);
        while (world.finishedCycles.isEmpty()) {
            assertThat(world.compute(first, 5, 1_000) + world.compute(second, 5, 1_000))
                    .isPositive();
        }
        assertThat(world.accepted.cardinality()).isEqualTo(100 - 15);
        known.forEach((from, to) -> assertThat(world.accepted.get((int) from)).isFalse());
        assertThat(world.scheduler.counters().assigned()).isEqualTo(85);
    }

    @ParameterizedTest
    @EnumSource(PolicyName.class)
    void shouldFinishACycleOfWhichAllIsKnown(PolicyName policy) {
        World world = new World(policy, 0, 1);
        List<Action> out = new ArrayList<>();
        world.scheduler.apply(new Event.WorkerJoined(new WorkerId(1), 1), 0, out::add);
        UnitRanges all = new UnitRanges();
        all.add(0, 9);
        world.scheduler.apply(new Event.CycleBegun(0, 9, all, 0), 0, out::add);
        assertThat(out).containsExactly(new Action.FinishCycle(0));
    }
}
