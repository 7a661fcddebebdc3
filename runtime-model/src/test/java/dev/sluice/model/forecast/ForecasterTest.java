package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForecasterTest {
    @Test
    void shouldForecastNothingBeforeTheFirstValue() {
        Forecaster forecaster = new Forecaster();
        assertThat(forecaster.forecast()).isEmpty();
        assertThat(forecaster.standings())
                .hasSize(28)
                .allSatisfy(standing -> assertThat(standing.meanAbsoluteError()).isNaN());
    }

    @Test
    void shouldForecastTheOnlyValueWithoutSayingHowSureThatIs() {
        Forecast forecast = after(7.5);
        assertThat(forecast.value()).isEqualTo(7.5);
        assertThat(forecast.meanAbsoluteError()).isNaN();
        assertThat(forecast.rootMeanSquareError()).isNaN();
        assertThat(forecast.measurements()).isEqualTo(1);
    }

    @Test
    void shouldForecastAConstantWithoutError() {
        double[] constant = new double[1_000];
        Arrays.fill(constant, 0.1);
        assertThat(after(constant)).isEqualTo(new Forecast(0.1, 0, 0, "last value", 1_000));
    }

    @Test
    void shouldSeeThatValuesTakeTurns() {
        Forecast forecast = after(turns(1_000));
        assertThat(forecast.predictor()).isEqualTo("autoregression");
        assertThat(forecast.value()).isCloseTo(0, within(1e-9));
        assertThat(forecast.meanAbsoluteError()).isLessThan(0.01);
    }

    @Test
    void shouldFollowAStepAtOnce() {
        Forecaster forecaster = new Forecaster();
        for (int i = 0; i < 200; i++) {
            forecaster.add(i < 100 ? 10 : 90);
        }
        assertThat(forecaster.forecast().orElseThrow().value()).isEqualTo(90);
        assertThat(forecaster.forecast().orElseThrow().meanAbsoluteError())
                .as("one value of 199 came as a surprise")
                .isCloseTo(80 / 199.0, within(1e-9));
    }

    @Test
    void shouldSayTheErrorsOfTheMemberItBelieves() {
        Forecaster forecaster = new Forecaster();
        for (double value : new double[] {0, 10, 4, 4, 4}) {
            forecaster.add(value);
        }
        PredictorScore last = standing(forecaster, "last value");
        assertThat(last.meanAbsoluteError()).isEqualTo((10 + 6) / 4.0);
        assertThat(last.rootMeanSquareError()).isEqualTo(Math.sqrt((100 + 36) / 4.0));
        Forecast forecast = forecaster.forecast().orElseThrow();
        assertThat(standing(forecaster, forecast.predictor()))
                .isEqualTo(new PredictorScore(
                        forecast.predictor(), forecast.meanAbsoluteError(), forecast.rootMeanSquareError()));
    }

    @SeededTest(runs = 30)
    void shouldBelieveTheMemberThatHasBeenOffLeastUnlessTheNextValueMayTurnTheOrder(RandomGenerator random) {
        Sums sums = new Sums();
        for (double value : RandomSeries.any(500, random)) {
            sums.add(value);
            int leader = sums.leader();
            if (sums.isSafe(leader) && !sums.isContended(leader)) {
                assertThat(sums.forecaster.expected()).isEqualTo(sums.forecaster.memberForecasts()[leader]);
            }
        }
    }

    @Test
    void shouldGoHalfOfTheWayWhenTheFirstSurpriseComes() {
        double[] values = new double[50];
        values[49] = 8;
        assertThat(after(values).value()).as("back to 0, or on at 8").isEqualTo(4);
    }

    /** The invariant of {@link Forecaster.Scores}, after each value of any series. */
    @SeededTest(runs = 200)
    void shouldNeverBeWorseThanTheWorstMember(RandomGenerator random) {
        Sums sums = new Sums();
        for (double value : RandomSeries.any(random.nextInt(2, 400), random)) {
            sums.add(value);
            assertThat(sums.givenOut).isLessThanOrEqualTo(sums.worst() * (1 + 1e-12));
        }
    }

    /** Each value is the worst case among the members' forecasts and values around them. */
    @SeededTest(runs = 50)
    void shouldNotBeWorseThanTheWorstMemberWhateverComes(RandomGenerator random) {
        Sums sums = new Sums();
        sums.add(random.nextDouble());
        sums.add(random.nextDouble());
        for (int i = 0; i < 200; i++) {
            double[] candidates = sums.forecaster.memberForecasts();
            if (random.nextInt(3) == 0) {
                double away = random.nextDouble(2);
                Arrays.setAll(candidates, at -> candidates[at] + (at % 2 == 0 ? away : -away));
            }
            double hurtsMost = candidates[0];
            for (double candidate : candidates) {
                hurtsMost = sums.excessAfter(candidate) > sums.excessAfter(hurtsMost) ? candidate : hurtsMost;
            }
            sums.add(hurtsMost);
            assertThat(sums.givenOut).isLessThanOrEqualTo(sums.worst() * (1 + 1e-12) + 1e-12);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {600, 2_000})
    void shouldBeCloseToTheBestMember(int length) {
        for (RandomSeries kind : RandomSeries.values()) {
            for (int seed = 0; seed < 5; seed++) {
                Sums sums = new Sums();
                for (double value : kind.values(length, new SplittableRandom(seed))) {
                    sums.add(value);
                }
                double best = Arrays.stream(sums.members).min().orElseThrow();
                assertThat(sums.givenOut - best)
                        .as("%s, seed %d", kind, seed)
                        .isLessThanOrEqualTo(Math.max(0.05 * best, 1.5 * sums.largestError));
            }
        }
    }

    /** The running mean is far ahead, and useless after the change. */
    @Test
    void shouldSoonFollowALongSeriesThatChangesItsCharacter() {
        RandomGenerator random = new SplittableRandom(1);
        Forecaster forecaster = new Forecaster();
        for (int i = 0; i < 100_000; i++) {
            forecaster.add(50 + 10 * random.nextGaussian());
        }
        double at = 50;
        double error = 0;
        for (int i = 0; i < 10_000; i++) {
            at += 5 * random.nextGaussian();
            error += i < 5_000
                    ? 0
                    : Math.abs(at - forecaster.forecast().orElseThrow().value());
            forecaster.add(at);
        }
        assertThat(error / 5_000).as("the last value would be off by 4.0").isLessThan(4.2);
    }

    @SeededTest(runs = 30)
    void shouldForecastTheSameInAnyUnitAndWithEitherSign(RandomGenerator random) {
        double[] values = RandomSeries.any(300, random);
        for (double factor : new double[] {0x1p300, 0x1p-300, -1}) {
            Forecaster one = new Forecaster();
            Forecaster other = new Forecaster();
            for (double value : values) {
                one.add(value);
                other.add(value * factor);
                assertThat(other.expected()).isEqualTo(one.expected() * factor);
            }
            assertThat(other.forecast().orElseThrow().rootMeanSquareError())
                    .isEqualTo(one.forecast().orElseThrow().rootMeanSquareError() * Math.abs(factor));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1.1e100, -Double.MAX_VALUE})
    void shouldRefuseWhatIsNoMeasurement(double value) {
        Forecaster forecaster = new Forecaster();
        forecaster.add(3);
        forecaster.add(4);
        List<PredictorScore> before = forecaster.standings();
        Forecast forecast = forecaster.forecast().orElseThrow();
        assertThatThrownBy(() -> forecaster.add(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a measured value of " + value + " (expected: a finite number between -1e100 and 1e100)");
        assertThat(forecaster.standings()).isEqualTo(before);
        assertThat(forecaster.forecast()).contains(forecast);
    }

    @Test
    void shouldTakeTheLargestValuesThereAre() {
        Forecaster forecaster = new Forecaster();
        for (int i = 0; i < 1_000; i++) {
            forecaster.add(i % 3 == 0 ? -1e100 : 1e100);
        }
        assertThat(forecaster.standings())
                .allSatisfy(
                        standing -> assertThat(standing.rootMeanSquareError()).isBetween(0.0, 3e100));
        assertThat(forecaster.expected()).isFinite();
    }

    private static double[] turns(int length) {
        double[] turns = new double[length];
        Arrays.setAll(turns, i -> i % 2);
        return turns;
    }

    private static Forecast after(double... values) {
        Forecaster forecaster = new Forecaster();
        for (double value : values) {
            forecaster.add(value);
        }
        return forecaster.forecast().orElseThrow();
    }

    private static PredictorScore standing(Forecaster forecaster, String predictor) {
        return forecaster.standings().stream()
                .filter(standing -> standing.predictor().equals(predictor))
                .findFirst()
                .orElseThrow();
    }

    /** Sums of absolute errors, computed independently. */
    private static final class Sums {
        private final Forecaster forecaster = new Forecaster();
        private final double[] members = new double[forecaster.memberForecasts().length];
        private double givenOut;
        private double largestError;
        private boolean started;

        void add(double value) {
            if (started) {
                double[] forecasts = forecaster.memberForecasts();
                Arrays.setAll(members, i -> members[i] + Math.abs(value - forecasts[i]));
                double error = Math.abs(value - forecaster.expected());
                givenOut += error;
                largestError = Math.max(largestError, error);
            }
            started = true;
            forecaster.add(value);
        }

        double worst() {
            return Arrays.stream(members).max().orElseThrow();
        }

        int leader() {
            int leader = 0;
            for (int i = 0; i < members.length; i++) {
                leader = members[i] < members[leader] ? i : leader;
            }
            return leader;
        }

        /** True if the distance of some member to the leader is less than the difference of their forecasts. */
        boolean isContended(int leader) {
            double[] forecasts = forecaster.memberForecasts();
            for (int i = 0; i < members.length; i++) {
                // A lead within the rounding error may count as none.
                double lead = (members[i] - members[leader]) * (1 - 1e-9) - 1e-12 * members[leader];
                if (forecasts[i] != forecasts[leader] && lead < Math.abs(forecasts[i] - forecasts[leader])) {
                    return true;
                }
            }
            return false;
        }

        /** True if the worst member stays the worst with this forecast after a very high or very low value. */
        boolean isSafe(int member) {
            double[] forecasts = forecaster.memberForecasts();
            double high = Double.NEGATIVE_INFINITY;
            double low = Double.NEGATIVE_INFINITY;
            for (int i = 0; i < members.length; i++) {
                high = Math.max(high, members[i] - forecasts[i]);
                low = Math.max(low, members[i] + forecasts[i]);
            }
            // A forecast that is safe only within the rounding error may count as unsafe.
            double rounding = 1e-12 * (Math.abs(high) + Math.abs(low));
            return givenOut - forecasts[member] < high - rounding && givenOut + forecasts[member] < low - rounding;
        }

        /** Excess of the published errors over the worst member's after this value. */
        double excessAfter(double value) {
            double[] forecasts = forecaster.memberForecasts();
            double worst = 0;
            for (int i = 0; i < members.length; i++) {
                worst = Math.max(worst, members[i] + Math.abs(value - forecasts[i]));
            }
            return givenOut + Math.abs(value - forecaster.expected()) - worst;
        }
    }
}
