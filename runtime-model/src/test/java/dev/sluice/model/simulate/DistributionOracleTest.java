package dev.sluice.model.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.hipparchus.distribution.RealDistribution;
import org.hipparchus.distribution.continuous.ExponentialDistribution;
import org.hipparchus.distribution.continuous.LogNormalDistribution;
import org.hipparchus.distribution.continuous.UniformRealDistribution;
import org.hipparchus.stat.inference.KolmogorovSmirnovTest;

/** Drawn values, beside the distributions of Hipparchus. */
class DistributionOracleTest {
    private static final int DRAWS = 2_000;

    /** A true distribution is farther away in one of 10^6 samples (Kolmogorov and Smirnov). */
    private static final double FARTHEST = Math.sqrt(Math.log(2e6) / 2 / DRAWS);

    @SeededTest
    void shouldDrawWhatTheirNamesSay(RandomGenerator random) {
        double mean = Math.exp(random.nextDouble(0, 20));
        double deviation = mean * random.nextDouble(0.05, 2);
        double variance = Math.log1p(Math.pow(deviation / mean, 2));
        long seed = random.nextLong();
        agree(
                new Distribution.Uniform(mean, mean + deviation),
                new UniformRealDistribution(mean, mean + deviation),
                seed);
        agree(new Distribution.Exponential(mean), new ExponentialDistribution(mean), seed);
        agree(
                new Distribution.LogNormal(mean, deviation),
                new LogNormalDistribution(Math.log(mean) - variance / 2, Math.sqrt(variance)),
                seed);
    }

    private static void agree(Distribution ours, RealDistribution theirs, long seed) {
        long series = UnitRandom.series(seed, UnitRandom.TIME, 0);
        double[] drawn = new double[DRAWS];
        Arrays.setAll(drawn, unit -> ours.draw(UnitRandom.key(series, unit)));
        assertThat(new KolmogorovSmirnovTest().kolmogorovSmirnovStatistic(theirs, drawn))
                .as("%s", ours)
                .isLessThan(FARTHEST);
        assertThat(theirs.getNumericalMean() / ours.mean()).isBetween(1 - 1e-9, 1 + 1e-9);
    }
}
