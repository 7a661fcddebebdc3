package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {
    @Test
    void shouldBeEmptyAtFirst() {
        Series series = new Series(10);
        assertThat(series.recent()).isEmpty();
        assertThat(series.latest()).isEmpty();
        assertThat(series.forecast()).isEmpty();
    }

    @Test
    void shouldPutTheForecastBesideEachValue() {
        Series series = new Series(10);
        series.add(1_000, 4);
        series.add(2_000, 6);
        assertThat(series.recent())
                .containsExactly(
                        new ForecastSample(1_000, 4, Double.NaN, Double.NaN), new ForecastSample(2_000, 6, 4, 2));
        assertThat(series.latest()).contains(new ForecastSample(2_000, 6, 4, 2));
    }

    @SeededTest(runs = 50)
    void shouldKeepTheLastValuesAndWhatWasForecastForThem(RandomGenerator random) {
        int kept = random.nextInt(1, 70);
        Series series = new Series(kept);
        Forecaster forecaster = new Forecaster();
        List<ForecastSample> all = new ArrayList<>();
        for (double value : RandomSeries.any(random.nextInt(1, 200), random)) {
            long time = random.nextLong();
            all.add(ForecastSample.of(time, value, forecaster.expected()));
            forecaster.add(value);
            series.add(time, value);
            assertThat(series.recent()).isEqualTo(all.subList(Math.max(0, all.size() - kept), all.size()));
            assertThat(series.latest()).contains(all.get(all.size() - 1));
        }
        assertThat(series.forecast()).isEqualTo(forecaster.forecast());
        assertThat(series.standings()).isEqualTo(forecaster.standings());
    }

    @Test
    void shouldForecastTheSameWhenTheClockJumps() {
        Series steady = new Series(5);
        Series jumping = new Series(5);
        long[] jumps = {0, 1_000, -86_400_000, Long.MAX_VALUE, Long.MIN_VALUE, 5_000, 5_000, 4_999};
        for (int i = 0; i < jumps.length; i++) {
            steady.add(1_000L * i, i * i);
            jumping.add(jumps[i], i * i);
            assertThat(jumping.forecast()).isEqualTo(steady.forecast());
        }
        assertThat(jumping.recent())
                .extracting(ForecastSample::timeMillis)
                .containsExactly(Long.MAX_VALUE, Long.MIN_VALUE, 5_000L, 5_000L, 4_999L);
    }

    @Test
    void shouldBeAsBeforeWhenAValueIsRefused() {
        Series series = new Series(3);
        series.add(1, 2);
        assertThatThrownBy(() -> series.add(2, Double.NaN)).hasMessageContaining("a measured value of NaN");
        assertThat(series.recent()).hasSize(1);
        series.add(3, 5);
        assertThat(series.latest()).contains(new ForecastSample(3, 5, 2, 3));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, (1 << 20) + 1})
    void shouldRefuseToKeepNothingOrTooMuch(int kept) {
        assertThatThrownBy(() -> new Series(kept))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(kept + " values kept (expected: 1 to 1048576)");
    }
}
