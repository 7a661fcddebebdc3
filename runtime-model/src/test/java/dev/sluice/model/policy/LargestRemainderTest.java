package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class LargestRemainderTest {
    @Test
    void shouldGiveTheFirstOfEqualRemaindersMore() {
        assertThat(LargestRemainder.parts(10, List.of(1.0, 1.0, 1.0, 1.0))).containsExactly(3, 3, 2, 2);
    }

    @Test
    void shouldGiveTheLargestRemaindersMore() {
        assertThat(LargestRemainder.parts(10, List.of(0.13, 0.46, 0.41))).containsExactly(1, 5, 4);
    }

    @Test
    void shouldDivideMoreThanADoubleCanCount() {
        long units = Long.MAX_VALUE - 7;
        long[] parts = LargestRemainder.parts(units, List.of(1.0, 1.0, 1.0));
        assertThat(Arrays.stream(parts).sum()).isEqualTo(units);
        for (long part : parts) {
            assertThat(Math.abs(part - units / 3)).isLessThan(2000);
        }
    }

    @SeededTest
    void shouldRoundEachQuotaDownOrUp(RandomGenerator random) {
        List<Double> weights = new ArrayList<>();
        for (int i = 0, count = 1 + random.nextInt(50); i < count; i++) {
            weights.add(random.nextDouble() * random.nextInt(1, 100) + 1e-6);
        }
        long units = random.nextLong(1_000_000_000_000L);
        double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
        long[] parts = LargestRemainder.parts(units, weights);
        assertThat(Arrays.stream(parts).sum()).isEqualTo(units);
        for (int i = 0; i < parts.length; i++) {
            assertThat(Math.abs(parts[i] - units * weights.get(i) / sum)).isLessThan(1.01);
        }
    }
}
