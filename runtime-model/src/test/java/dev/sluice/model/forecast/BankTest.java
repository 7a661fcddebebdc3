package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class BankTest {
    @SeededTest(runs = 60)
    void shouldForecastWhatTheDefinitionSays(RandomGenerator random) {
        double[] series = RandomSeries.any(random.nextInt(2, 300), random);
        List<Predictor> bank = Bank.members();
        Recent recent = new Recent();
        NaiveBank naive = new NaiveBank();
        for (int count = 1; count <= series.length; count++) {
            recent.add(series[count - 1]);
            Map<String, Double> expected = naive.forecasts(series, count);
            assertThat(bank).extracting(Predictor::name).containsExactlyElementsOf(expected.keySet());
            for (Predictor member : bank) {
                double scale =
                        greatest(isWindowed(member) ? NaiveBank.newest(Arrays.copyOf(series, count), 51) : series);
                assertThat(member.next(recent))
                        .as("%s after %d values", member.name(), count)
                        .isCloseTo(expected.get(member.name()), within(1e-9 * scale));
            }
        }
    }

    /** A sum from which old values are subtracted would keep the rounding error of the large value forever. */
    @Test
    void shouldKeepNoTraceOfALargeValueThatHasLeft() {
        List<Predictor> bank = Bank.members();
        Recent recent = new Recent();
        feed(bank, recent, 1e90, 1);
        feed(bank, recent, 0.1, 60);
        recent.add(0.1);
        for (Predictor member : bank) {
            double forecast = member.next(recent);
            if (isWindowed(member)) {
                assertThat(forecast).as(member.name()).isCloseTo(0.1, within(1e-15));
            }
        }
    }

    @Test
    void shouldBeAsExactAfterMillionsOfValues() {
        Bank.RunningMean mean = new Bank.RunningMean();
        Bank.ExponentialSmoothing smoothing = new Bank.ExponentialSmoothing(0.05);
        Bank.Autoregression autoregression = new Bank.Autoregression();
        Recent recent = new Recent();
        double running = 0;
        double smoothed = 0;
        double regressed = 0;
        for (int i = 0; i < 2_000_000; i++) {
            recent.add(1e9 + i % 2);
            running = mean.next(recent);
            smoothed = smoothing.next(recent);
            regressed = autoregression.next(recent);
        }
        assertThat(running).isCloseTo(1e9 + 0.5, within(1e-5));
        assertThat(smoothed).isCloseTo(1e9 + 0.5, within(0.05));
        assertThat(regressed).as("the lower of the two comes next").isCloseTo(1e9, within(1e-5));
    }

    private static void feed(List<Predictor> bank, Recent recent, double value, int times) {
        for (int i = 0; i < times; i++) {
            recent.add(value);
            bank.forEach(member -> member.next(recent));
        }
    }

    private static boolean isWindowed(Predictor member) {
        return member.name().matches("(sliding|trimmed|adaptive) .*|last value");
    }

    private static double greatest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }
}
