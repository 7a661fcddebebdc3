package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.random.RandomGenerator;
import org.hipparchus.distribution.continuous.LogNormalDistribution;
import org.hipparchus.distribution.continuous.NormalDistribution;
import org.hipparchus.stat.regression.OLSMultipleLinearRegression;

/** Chances and fitted lines, beside those of Hipparchus. */
class ForecastOracleTest {
    /** The bound of the formula. */
    private static final double EXACT = 7.5e-8;

    /** The quantile 1.96 is rounded. */
    private static final double ROUNDED = 2e-5;

    @SeededTest
    void shouldKnowTheNormalDistribution(RandomGenerator random) {
        double value = 3 * random.nextGaussian();
        assertThat(Chance.below(value))
                .as("below %s", value)
                .isCloseTo(new NormalDistribution().cumulativeProbability(value), within(EXACT));
    }

    @SeededTest
    void shouldKnowTheChanceOfATime(RandomGenerator random) {
        double low = Math.exp(3 * random.nextGaussian());
        double high = low * Math.exp(random.nextDouble(0.01, 3));
        double most = low * Math.exp(random.nextDouble(-1, 4));
        double deviation = Math.log(high / low) / 2 / new NormalDistribution().inverseCumulativeProbability(0.975);
        var times = new LogNormalDistribution(Math.log(low * high) / 2, deviation);
        assertThat(Chance.ofAtMost(most, low, high))
                .as("at most %s of %s to %s", most, low, high)
                .isCloseTo(times.cumulativeProbability(most), within(ROUNDED));
    }

    @SeededTest
    void shouldFitTheLineOfLeastWeightedSquares(RandomGenerator random) {
        int pairs = random.nextInt(3, 200);
        double slope = random.nextDouble(-0.9, 0.9);
        Recent recent = new Recent();
        Bank.Autoregression fitted = new Bank.Autoregression();
        double[] after = new double[pairs];
        double[][] before = new double[pairs][2];
        double value = random.nextGaussian();
        double forecast = next(fitted, recent, value);
        for (int i = 0; i < pairs; i++) {
            double root = Math.sqrt(Math.pow(0.99, pairs - 1 - i));
            before[i][0] = root;
            before[i][1] = root * value;
            value = 5 + slope * value + random.nextGaussian();
            after[i] = root * value;
            forecast = next(fitted, recent, value);
        }
        OLSMultipleLinearRegression other = new OLSMultipleLinearRegression();
        other.setNoIntercept(true);
        other.newSampleData(after, before);
        double[] line = other.estimateRegressionParameters();
        if (Math.abs(line[1]) <= 1) { // a steeper one is not followed
            double expected = line[0] + line[1] * value;
            assertThat(forecast).isCloseTo(expected, within(1e-9 * Math.max(1, Math.abs(expected))));
        }
    }

    private static double next(Predictor predictor, Recent recent, double value) {
        recent.add(value);
        return predictor.next(recent);
    }
}
