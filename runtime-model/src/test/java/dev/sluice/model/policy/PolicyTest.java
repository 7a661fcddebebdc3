package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PolicyTest {
    /** Allocates a whole cycle to slots that ask in turn, one slot a worker. */
    private static final class Cycle implements Allocation {
        private final long units;
        private final int slots;
        private long unassigned;
        private long number;

        Cycle(long units, int slots) {
            this.units = units;
            this.slots = slots;
            this.unassigned = units;
        }

        List<Long> chunks(ChunkPolicy policy) {
            List<Long> chunks = new ArrayList<>();
            int refusals = 0;
            while (unassigned > 0 && refusals < slots) {
                long chunk = policy.chunk(this);
                if (chunk == 0) {
                    refusals++;
                } else {
                    assertThat(chunk).isBetween(1L, unassigned);
                    policy.assigned(this);
                    chunks.add(chunk);
                    unassigned -= chunk;
                    refusals = 0;
                }
                number++;
            }
            return chunks;
        }

        @Override
        public long units() {
            return units;
        }

        @Override
        public long unassigned() {
            return unassigned;
        }

        @Override
        public int slots() {
            return slots;
        }

        @Override
        public double weight() {
            return 1;
        }

        @Override
        public long number() {
            return number;
        }

        @Override
        public WorkerId worker() {
            return new WorkerId(1 + (int) (number % slots));
        }

        @Override
        public int workerSlots() {
            return 1;
        }
    }

    @Test
    void shouldGiveTheCheckValuesOfGuidedSelfScheduling() {
        assertThat(new Cycle(1000, 4).chunks(PolicyName.GSS.begin()))
                .containsExactly(
                        250L, 188L, 141L, 106L, 79L, 59L, 45L, 33L, 25L, 19L, 14L, 11L, 8L, 6L, 4L, 3L, 3L, 2L, 1L, 1L,
                        1L, 1L);
    }

    @ParameterizedTest
    @CsvSource({"10, 4, '3,3,2,2'", "3, 4, '1,1,1'", "1000, 4, '250,250,250,250'", "7, 1, '7'"})
    void shouldGiveFixedSharesByLargestRemainder(long units, int slots, String expected) {
        List<Long> chunks = new Cycle(units, slots).chunks(PolicyName.FIXED.begin());
        assertThat(String.join(",", chunks.stream().map(String::valueOf).toList()))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveEveryUnitOnce(PolicyName policy) {
        for (long units = 1; units < 200; units += 7) {
            for (int slots = 1; slots < 9; slots++) {
                assertThat(new Cycle(units, slots)
                                .chunks(policy.begin()).stream()
                                        .mapToLong(Long::longValue)
                                        .sum())
                        .as("%s of %d units on %d slots", policy, units, slots)
                        .isEqualTo(units);
            }
        }
    }

    @Test
    void shouldGiveSingleUnitsUnderSelfScheduling() {
        assertThat(new Cycle(5, 2).chunks(PolicyName.SS.begin()))
                .containsOnly(1L)
                .hasSize(5);
    }
}
