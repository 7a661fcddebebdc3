package dev.sluice.app.pep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    @SeededTest(runs = 50)
    void shouldAgreeWithTheSortedValues(SplittableRandom random) {
        double scale = Math.pow(10, random.nextDouble(0, 17));
        long[] values = LongStream.generate(() -> (long) (scale * random.nextDouble() * random.nextDouble()))
                .limit(random.nextInt(1, 2_000))
                .toArray();
        Samples whole = new Samples();
        Samples left = new Samples();
        Samples right = new Samples();
        for (long value : values) {
            whole.add(value);
            (random.nextBoolean() ? left : right).add(value);
        }
        left.add(right);
        assertAgrees(whole, values);
        assertAgrees(left, values);
    }

    private static void assertAgrees(Samples samples, long[] values) {
        Arrays.sort(values);
        double mean = Arrays.stream(values).asDoubleStream().average().orElseThrow();
        double squares = Arrays.stream(values)
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        double deviation = Math.sqrt(squares / values.length);
        assertThat(samples.count()).isEqualTo(values.length);
        assertThat(samples.mean()).isCloseTo(mean, within(1e-9 * mean + 1e-9));
        assertThat(samples.standardDeviation()).isCloseTo(deviation, within(1e-6 * deviation + 1e-6));
        for (double share : new double[] {0, 0.01, 0.5, 0.95, 0.99, 1}) {
            long exact = values[Math.max(0, (int) Math.ceil(share * values.length) - 1)];
            assertThat(samples.quantile(share))
                    .as("quantile %s", share)
                    .isCloseTo((double) exact, within(0.008 * exact + 0.5));
        }
    }

    @Test
    void shouldBeExactWhenAllAreAlike() {
        for (long value : new long[] {0, 1, 127, 128, 129, 10_000_000, Long.MAX_VALUE / 2}) {
            Samples samples = new Samples();
            for (int count = 0; count < 1_000; count++) {
                samples.add(value);
            }
            assertThat(samples.quantile(0.5)).isEqualTo((double) value);
            assertThat(samples.mean()).isEqualTo((double) value);
            assertThat(samples.standardDeviation()).isZero();
        }
    }

    @Test
    void shouldBeZeroWhenThereAreNone() {
        Samples samples = new Samples();
        samples.add(new Samples());
        assertThat(samples.mean()).isZero();
        assertThat(samples.standardDeviation()).isZero();
        assertThat(samples.quantile(0.99)).isZero();
    }

    @Test
    void shouldCountTheLargestValueThereIs() {
        Samples samples = new Samples();
        samples.add(Long.MAX_VALUE);
        assertThat(samples.quantile(1)).isEqualTo((double) Long.MAX_VALUE);
    }
}
