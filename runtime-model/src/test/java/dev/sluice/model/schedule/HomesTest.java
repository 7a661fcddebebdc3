package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests where the parts of a resident cycle are. */
class HomesTest {
    private static final int PARTS = 12;

    private final World world = new World(PolicyName.SS, SchedulerConfig.AUTO, 1);
    private long given;

    @BeforeEach
    void open() {
        world.apply(new Event.CycleOpened(++world.cycle, PARTS));
    }

    /** Gives the units of a step, and has them computed; returns the parts that each worker had. */
    private Map<Integer, List<Long>> step() {
        world.apply(new Event.UnitsGiven(world.cycle, given, given + PARTS));
        Map<Integer, List<Long>> parts = new TreeMap<>();
        world.workers.forEach((id, worker) -> {
            List<Long> those = new ArrayList<>();
            worker.queue.forEach(held -> those.add(held[2] - given));
            parts.put(id.number(), those);
        });
        for (WorkerId id : List.copyOf(world.workers.keySet())) {
            world.compute(id, PARTS, 1_000);
        }
        given += PARTS;
        return parts;
    }

    @Test
    void shouldPlaceNeighboursTogetherAndLeaveThemThere() {
        world.join(1, 1);
        world.join(2, 1);
        world.join(3, 2);
        Map<Integer, List<Long>> first = step();
        assertThat(first.get(1)).containsExactly(0L, 1L, 2L);
        assertThat(first.get(2)).containsExactly(3L, 4L, 5L);
        assertThat(first.get(3)).containsExactly(6L, 7L, 8L, 9L, 10L, 11L);
        assertThat(step()).isEqualTo(first);
        assertThat(step()).isEqualTo(first);
    }

    @Test
    void shouldMoveOnlyThePartsOfAWorkerThatIsLost() {
        world.join(1, 1);
        world.join(2, 1);
        world.join(3, 1);
        Map<Integer, List<Long>> first = step();
        world.workers.remove(new WorkerId(2));
        world.apply(new Event.WorkerDied(new WorkerId(2)));
        world.apply(new Event.UnitsGiven(world.cycle, given, given + PARTS));
        List<Long> atFirst = new ArrayList<>();
        world.workers.get(new WorkerId(1)).queue.forEach(held -> atFirst.add(held[2] - given));
        assertThat(atFirst).containsAll(first.get(1)).hasSize(6);
    }
}
