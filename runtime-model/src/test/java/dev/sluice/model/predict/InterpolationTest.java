package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class InterpolationTest {
    @Test
    void shouldReproduceALine() {
        Interpolation line = new Interpolation(new long[] {0, 3, 6, 9}, new double[] {5, 11, 17, 23});
        for (int unit = 0; unit < 10; unit++) {
            assertThat(line.at(unit)).isEqualTo(5 + 2.0 * unit);
        }
        assertThat(line.sum(0, 10)).isEqualTo(50 + 90.0);
        assertThat(line.sum(2, 5)).isEqualTo(9 + 11 + 13.0);
        assertThat(line.sum(5, 5)).isZero();
    }

    @Test
    void shouldBeConstantBeyondWhatIsKnown() {
        Interpolation some = new Interpolation(new long[] {2, 4}, new double[] {1, 3});
        assertThat(some.at(0)).isEqualTo(1);
        assertThat(some.at(9)).isEqualTo(3);
        assertThat(some.sum(0, 10)).isEqualTo(1 + 1 + 1 + 2 + 3 * 6.0);
    }

    @Test
    void shouldTakeOneUnitForAll() {
        Interpolation one = new Interpolation(new long[] {7}, new double[] {0.5});
        assertThat(one.sum(0, 1_000_000_000_000L)).isEqualTo(5e11);
    }

    @SeededTest
    void shouldSumWhatItSaysOfEachUnit(RandomGenerator random) {
        int known = random.nextInt(1, 20);
        long[] indices = new long[known];
        double[] values = new double[known];
        long at = random.nextInt(5);
        for (int i = 0; i < known; i++) {
            indices[i] = at;
            values[i] = random.nextDouble();
            at += random.nextInt(1, 10);
        }
        Interpolation interpolation = new Interpolation(indices, values);
        long from = random.nextLong(at + 5);
        long to = random.nextLong(from, at + 6);
        double sum = 0;
        for (long unit = from; unit < to; unit++) {
            sum += interpolation.at(unit);
        }
        assertThat(interpolation.sum(from, to)).isCloseTo(sum, within(1e-9));
    }

    @Test
    void shouldRefuseIndicesThatDoNotAscend() {
        assertThatThrownBy(() -> new Interpolation(new long[] {1, 1}, new double[] {0, 0}))
                .hasMessageContaining("expected: ascending");
        assertThatThrownBy(() -> new Interpolation(new long[0], new double[0])).hasMessageContaining("one at least");
    }
}
