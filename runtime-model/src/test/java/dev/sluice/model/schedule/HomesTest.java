package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests where the parts of a resident cycle are. */
class HomesTest {
    private static final int PARTS = 12;

    private final World world = new World(PolicyName.SS, SchedulerConfig.AUTO, 1);
    private long given;

    private void open() {
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
        open();
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
        open();
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

    /** Parts at each worker in the last of so many cycles of three steps, with these times of units. */
    private List<Integer> after(int cycles, Map<Integer, Long> nanos) {
        List<Integer> parts = List.of();
        for (int cycle = 0; cycle < cycles; cycle++) {
            world.begin(3 * PARTS, new UnitRanges(), PARTS);
            parts = world.workers.values().stream()
                    .map(worker -> worker.queue.size() / 3)
                    .toList();
            for (WorkerId id : List.copyOf(world.workers.keySet())) {
                world.compute(id, 3 * PARTS, nanos.getOrDefault(id.number(), 1_000L));
            }
        }
        return parts;
    }

    @Test
    void shouldForgetTheFirstStepInWhichCodeIsCompiled() {
        world.join(1, 1);
        world.join(2, 1);
        after(1, Map.of(1, 50_000L));
        assertThat(after(1, Map.of())).containsExactly(6, 6);
    }

    @Test
    void shouldMovePartsToTheQuickWorker() {
        world.join(1, 1);
        world.join(2, 1);
        after(1, Map.of());
        assertThat(after(2, Map.of(1, 3_000L))).containsExactly(3, 9);
    }

    @Test
    void shouldTimeAWorkerAgainThatHasLostAllItsParts() {
        world.join(1, 1);
        world.join(2, 1);
        after(1, Map.of());
        assertThat(after(2, Map.of(1, 30_000L))).containsExactly(0, 12);
        assertThat(after(4, Map.of())).containsExactly(6, 6);
    }

    @Test
    void shouldTimeASlowWorkerEverMoreRarely() {
        world.join(1, 1);
        world.join(2, 1);
        after(1, Map.of());
        int slowCycles = 0;
        for (int cycle = 0; cycle < 60; cycle++) {
            if (after(1, Map.of(1, 30_000L)).get(0) > 0) {
                slowCycles++;
            }
        }
        assertThat(slowCycles).isBetween(4, 9);
    }

    @Test
    void shouldLeavePartsWhenLoadsSwing() {
        world.join(1, 1);
        world.join(2, 1);
        after(1, Map.of());
        int moves = 0;
        List<Integer> before = List.of(6, 6);
        for (int cycle = 0; cycle < 40; cycle++) {
            List<Integer> now = after(1, Map.of(1 + cycle % 2, 1_800L));
            if (!now.equals(before)) {
                moves++;
            }
            before = now;
        }
        assertThat(moves).isBetween(1, 20);
    }
}
