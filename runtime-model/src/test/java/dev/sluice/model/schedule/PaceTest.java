package dev.sluice.model.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.model.policy.UnitTimes;
import dev.sluice.testing.SeededTest;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaceTest {
    private final Pace pace = new Pace();

    @Test
    void shouldKnowNothingBeforeAUnitIsTimed() {
        assertThat(pace.times()).isEqualTo(UnitTimes.NONE);
    }

    @Test
    void shouldGiveMeanAndVarianceOfTheSample() {
        pace.add(1, 2_000_000_000L, 4);
        assertThat(pace.times()).isEqualTo(new UnitTimes(1, 2, 0));
        pace.add(2, 7_000_000_000L, 9 + 16);
        assertThat(pace.times().units()).isEqualTo(3);
        assertThat(pace.meanSeconds()).isCloseTo(3, within(1e-12));
        assertThat(pace.variance()).as("of 2, 3, 4").isCloseTo(1, within(1e-12));
    }

    @Test
    void shouldNoticeThatAWorkerBecameSlower() {
        for (int i = 0; i < 10_000; i++) {
            pace.add(1, 10_000_000, 1e-4);
        }
        for (int i = 0; i < 1024; i++) {
            pace.add(1, 40_000_000, 16e-4);
        }
        assertThat(pace.times().units()).isEqualTo(11_024);
        assertThat(pace.meanSeconds()).isBetween(0.035, 0.040);
    }

    @ParameterizedTest
    @CsvSource({"10, 20, 0", "10, 20, 0.1", "20, 10, 0.1", "10, 12, 0.02", "1000, 2000, 0.2"})
    void shouldFollowWithinTenUnitsWhenALoadComesOrGoes(double before, double after, double noise) {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 1_003; i++) {
            add(before * (1 + noise * (random.nextDouble() - 0.5)));
        }
        assertThat(pace.meanSeconds()).isCloseTo(before / 1000, within(0.02 * before / 1000));
        for (int i = 0; i < 10; i++) {
            add(after * (1 + noise * (random.nextDouble() - 0.5)));
        }
        assertThat(pace.meanSeconds()).isCloseTo(after / 1000, within(0.05 * after / 1000));
    }

    @ParameterizedTest
    @CsvSource({"100, 200", "200, 100", "10, 20", "20, 10"})
    void shouldFollowWithinSeventyUnitsThatAreUnlike(double before, double after) {
        for (int seed = 0; seed < 100; seed++) {
            Pace unlike = new Pace();
            SplittableRandom random = new SplittableRandom(seed);
            for (int i = 0; i < 400; i++) {
                add(unlike, before * (0.3 + 1.4 * random.nextDouble()));
            }
            for (int i = 0; i < 70; i++) {
                add(unlike, after * (0.3 + 1.4 * random.nextDouble()));
            }
            assertThat(unlike.meanSeconds()).as("seed " + seed).isCloseTo(after / 1000, within(0.3 * after / 1000));
        }
    }

    @SeededTest
    void shouldNotTakeChanceForALoad(RandomGenerator random) {
        for (int i = 0; i < 2_000; i++) {
            add(-10 * Math.log(1 - random.nextDouble()));
        }
        int forgotten = 0;
        double least = pace.units();
        for (int i = 0; i < 2_000; i++) {
            add(-10 * Math.log(1 - random.nextDouble()));
            if (pace.units() < 10 && least >= 10) {
                forgotten++;
            }
            least = pace.units();
        }
        assertThat(forgotten).as("of 500 comparisons of exponential times").isLessThanOrEqualTo(12);
    }

    private void add(double millis) {
        add(pace, millis);
    }

    private static void add(Pace pace, double millis) {
        pace.add(1, Math.round(millis * 1e6), millis * millis * 1e-6);
    }

    @Test
    void shouldTakeNothingForANanosecond() {
        pace.add(5, 0, 0);
        assertThat(pace.meanSeconds()).isCloseTo(1e-9, within(1e-21));
    }

    @SeededTest
    void shouldStayFiniteWhateverAWorkerSays(RandomGenerator random) {
        double[] squares = {0, -1, 1e-30, 1e300, Double.POSITIVE_INFINITY, Double.NaN};
        for (int i = 0; i < 2000; i++) {
            long nanos = random.nextInt(10) == 0 ? random.nextLong(1L << 62) : random.nextInt(1_000_000);
            pace.add(1 + random.nextInt(300), nanos, squares[random.nextInt(squares.length)]);
            assertThat(pace.meanSeconds()).isPositive().isFinite();
            assertThat(pace.variance()).isNotNegative().isFinite();
        }
    }
}
