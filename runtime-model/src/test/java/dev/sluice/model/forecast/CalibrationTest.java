package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationTest {
    private static double[] errors(RandomGenerator random, int count, double bias, double sigma) {
        return random.doubles(count)
                .map(unused -> bias + sigma * random.nextGaussian())
                .toArray();
    }

    private static double[] sigmas(int count, double sigma) {
        double[] all = new double[count];
        Arrays.fill(all, sigma);
        return all;
    }

    @Test
    void shouldUseTheShippedFiguresUntilThereAreTenOutcomes() {
        assertThat(Calibration.of(new double[9], new double[9])).isEqualTo(Calibration.SHIPPED);
        assertThat(Calibration.SHIPPED.low(100, 0.1)).isCloseTo(100 * Math.exp(-0.196), within(1e-9));
        assertThat(Calibration.SHIPPED.high(100, 0.1)).isCloseTo(100 * Math.exp(0.196), within(1e-9));
    }

    @Test
    void shouldTakeTheShortestIntervalOfTheScores() {
        double[] errors = new double[40];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = (i % 2 == 0 ? 1 : -1) * 0.01 * (i + 1);
        }
        errors[39] = -1;
        // k = ceil(0.95 * 41) = 39, so that the error of -1 is left out: -0.38 to 0.39, in deviations of 0.1.
        Calibration calibration = Calibration.of(errors, sigmas(40, 0.1));
        assertThat(calibration.bias()).isZero();
        assertThat(calibration.below()).isCloseTo(3.8, within(1e-9));
        assertThat(calibration.above()).isCloseTo(3.9, within(1e-9));
        assertThat(calibration.rows()).isEqualTo(40);
    }

    @Test
    void shouldExtendTheLargestOfFewScores() {
        double[] errors = {0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.2};
        Calibration calibration = Calibration.of(errors, sigmas(10, 0.1));
        assertThat(calibration.below()).isCloseTo(2.4, within(1e-9));
        assertThat(calibration.above()).isCloseTo(1.2, within(1e-9));
    }

    /** Half of the runs end as foretold, the others late by up to twice the time. */
    @Test
    void shouldReachFurtherTowardsLateEnds() {
        double[] errors = new double[40];
        for (int i = 0; i < errors.length; i++) {
            errors[i] = i % 2 == 0 ? 0 : Math.log(1 + i / 40.0);
        }
        Calibration calibration = Calibration.of(errors, sigmas(40, 0.1));
        assertThat(calibration.low(100, 0.1)).isGreaterThan(90);
        assertThat(calibration.high(100, 0.1)).isGreaterThan(180);
    }

    /** The share of new outcomes in the interval, whatever the standard deviation that forecasts claim. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.1, 0.5})
    void shouldHoldInNinetyToNinetyEightPercent(double claimed) {
        Random random = new Random(7);
        int held = 0;
        int all = 0;
        for (int i = 0; i < 400; i++) {
            Calibration calibration = Calibration.of(errors(random, 50, 0.2, 0.1), sigmas(50, claimed));
            for (double error : errors(random, 20, 0.2, 0.1)) {
                double actual = 30 * Math.exp(error);
                held += calibration.low(30, claimed) <= actual && actual <= calibration.high(30, claimed) ? 1 : 0;
                all++;
            }
        }
        assertThat((double) held / all).isBetween(0.90, 0.98);
    }

    @Test
    void shouldCorrectACertainBiasOnly() {
        Random random = new Random(3);
        Calibration certain = Calibration.of(errors(random, 50, 0.06, 0.05), sigmas(50, 0.05));
        assertThat(certain.bias()).isCloseTo(0.06, within(0.02));
        assertThat(certain.corrected(100)).isCloseTo(106, within(2.5));
        double[] both = new double[50];
        for (int i = 0; i < both.length; i++) {
            both[i] = i % 2 == 0 ? 0.2 : -0.2;
        }
        assertThat(Calibration.of(both, sigmas(50, 0.1)).bias()).isZero();
    }

    @Test
    void shouldNotBecomeCertainByEqualOutcomes() {
        Calibration same = Calibration.of(new double[20], sigmas(20, 0.1));
        assertThat(same.high(100, 0.1)).isGreaterThan(102);
    }
}
