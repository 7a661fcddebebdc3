package dev.sluice.model.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BootstrapTest {
    @Test
    void shouldNotDoubtWhatIsAlwaysTheSame() {
        double[] same = new double[100];
        Arrays.fill(same, 3);
        assertThat(Bootstrap.interval(same, new SplittableRandom(1))).isEqualTo(Interval.EXACT);
        assertThat(Bootstrap.inOrder(same)).isEqualTo(Interval.EXACT);
        assertThat(Bootstrap.interval(new double[10], new SplittableRandom(1))).isEqualTo(Interval.EXACT);
    }

    /**
     * The mean of n values, half of them 0 and half 2, has a standard deviation of 1/√n. The second and the last but
     * one of 40 normal means lie near 1.8 of these.
     */
    @SeededTest(runs = 20)
    void shouldBeAsWideAsTheSpreadOfMeans(RandomGenerator random) {
        int count = 1 << random.nextInt(6, 13);
        double[] coins = new double[count];
        for (int i = 0; i < count; i++) {
            coins[i] = 2.0 * (i % 2);
        }
        Interval interval = Bootstrap.interval(coins, random);
        assertThat(interval.high() * Math.sqrt(count)).isBetween(1.0, 3.0);
        assertThat(interval.low() * Math.sqrt(count)).isBetween(-3.0, -1.0);
    }

    @Test
    void shouldBeTheSameForTheSameChance() {
        double[] values = {1, 5, 2, 8, 3};
        assertThat(Bootstrap.interval(values, new SplittableRandom(7)))
                .isEqualTo(Bootstrap.interval(values, new SplittableRandom(7)));
    }

    @Test
    void shouldTrustASlowChangeAlongTheUnitsMoreThanAJump() {
        double[] slope = new double[100];
        double[] jumps = new double[100];
        for (int i = 0; i < 100; i++) {
            slope[i] = i;
            jumps[i] = i % 2 == 0 ? 0 : 2;
        }
        assertThat(Bootstrap.inOrder(slope).high()).isLessThan(0.01);
        // Neighbours differ by 2: variance 4/2 of each value, 2/100 of the mean, which is 1.
        assertThat(Bootstrap.inOrder(jumps).high()).isCloseTo(2 * Math.sqrt(0.02), within(1e-9));
    }

    @Test
    void shouldSayWhetherAnErrorIsKept() {
        assertThat(new Interval(-0.04, 0.05).isWithin(0.05)).isTrue();
        assertThat(new Interval(-0.06, 0.05).isWithin(0.05)).isFalse();
        assertThat(Interval.EXACT.isWithin(1e-12)).isTrue();
    }
}
