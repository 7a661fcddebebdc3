package dev.sluice.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SeatingTest {
    private static final RunId A = new RunId("a");
    private static final RunId B = new RunId("b");

    private static Seating.Taken seat(long id, RunId run, int slots) {
        return new Seating.Taken(id, run, slots, false);
    }

    @Test
    void shouldBeginOneWorkerWithAllSlots() {
        assertThat(Seating.of(8, List.of(), Map.of(A, 8))).isEqualTo(new Seating.Change(List.of(), Map.of(A, 8)));
    }

    @Test
    void shouldLetALargeWorkerLeaveForASmallerOne() {
        Seating.Change change = Seating.of(8, List.of(seat(1, A, 8)), Map.of(A, 4, B, 4));

        assertThat(change.leave()).containsExactly(1L);
        assertThat(change.begin())
                .as("its slots are not free before it has left")
                .isEmpty();
    }

    @Test
    void shouldGiveFreedSlotsToBoth() {
        assertThat(Seating.of(8, List.of(), sorted(A, 4, B, 4)).begin()).containsExactlyEntriesOf(sorted(A, 4, B, 4));
    }

    private static Map<RunId, Integer> sorted(RunId one, int slots, RunId other, int others) {
        Map<RunId, Integer> map = new LinkedHashMap<>();
        map.put(one, slots);
        map.put(other, others);
        return map;
    }

    @Test
    void shouldKeepWorkersThatFitAndAddTheMissingSlots() {
        Seating.Change change = Seating.of(8, List.of(seat(1, A, 2), seat(2, A, 1)), Map.of(A, 6));

        assertThat(change.leave()).isEmpty();
        assertThat(change.begin()).isEqualTo(Map.of(A, 3));
    }

    @Test
    void shouldNotCountAWorkerThatLeaves() {
        Seating.Change change =
                Seating.of(8, List.of(new Seating.Taken(1, A, 4, true), seat(2, B, 2)), sorted(A, 4, B, 2));

        assertThat(change.leave()).isEmpty();
        assertThat(change.begin()).isEqualTo(Map.of(A, 2));
    }

    @Test
    void shouldTakeBackWorkersOfRunsThatWantNothing() {
        assertThat(Seating.of(8, List.of(seat(1, A, 2), seat(2, B, 3)), Map.of(B, 3))
                        .leave())
                .containsExactly(1L);
    }

    @Test
    void shouldReachAnyTargetAndNeverExceedTheHost() {
        for (long seed = 0; seed < 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int slots = random.nextInt(1, 33);
            List<Seating.Taken> taken = new ArrayList<>();
            long next = 1;
            for (int round = 0; round < 4; round++) {
                Map<RunId, Integer> wanted = drawn(random, slots);
                int steps = 0;
                while (!held(taken).equals(wanted)) {
                    assertThat(steps++).as("steps, seed " + seed).isLessThan(4);
                    Seating.Change change = Seating.of(slots, taken, wanted);
                    taken.removeIf(seat -> change.leave().contains(seat.id())); // they finish at once
                    for (Map.Entry<RunId, Integer> begin : change.begin().entrySet()) {
                        taken.add(seat(next++, begin.getKey(), begin.getValue()));
                    }
                    assertThat(taken.stream().mapToInt(Seating.Taken::slots).sum())
                            .as("seed " + seed)
                            .isLessThanOrEqualTo(slots);
                }
                assertThat(Seating.of(slots, taken, wanted))
                        .as("nothing moves when all is as wanted")
                        .isEqualTo(new Seating.Change(List.of(), Map.of()));
            }
        }
    }

    private static Map<RunId, Integer> drawn(SplittableRandom random, int slots) {
        Map<RunId, Integer> wanted = new LinkedHashMap<>();
        int left = slots;
        for (int run = 0; run < 4; run++) {
            int some = random.nextInt(left + 1);
            if (some > 0) {
                wanted.put(new RunId("r" + run), some);
                left -= some;
            }
        }
        return wanted;
    }

    private static Map<RunId, Integer> held(List<Seating.Taken> taken) {
        Map<RunId, Integer> held = new LinkedHashMap<>();
        taken.forEach(seat -> held.merge(seat.run(), seat.slots(), Integer::sum));
        return held;
    }
}
