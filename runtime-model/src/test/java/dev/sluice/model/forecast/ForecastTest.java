package dev.sluice.model.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests the validation and conversion of the records. */
class ForecastTest {
    private static final double UNKNOWN = Double.NaN;

    @Test
    void shouldBecomeAnEstimateWithTheMeanAbsoluteError() {
        Instant time = Instant.ofEpochSecond(5);
        Estimate estimate = new Forecast(3, 0.5, 0.7, "last value", 9).estimate("forecast of last value", time);
        assertThat(estimate).isEqualTo(new Estimate(3, 0.5, "forecast of last value", time));
        assertThat(estimate.hasError()).isTrue();
        assertThat(new Forecast(3, UNKNOWN, UNKNOWN, "running mean", 1)
                        .estimate("x", time)
                        .hasError())
                .isFalse();
    }

    @Test
    void shouldRefuseForecastsThatSayNothing() {
        assertThatThrownBy(() -> new Forecast(UNKNOWN, 0, 0, "last value", 2)).hasMessageContaining("a finite number");
        assertThatThrownBy(() -> new Forecast(1, -1, 0, "last value", 2)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new Forecast(1, 0, -1, "last value", 2)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new Forecast(1, 0, 0, "", 2)).hasMessageContaining("a name");
        assertThatThrownBy(() -> new Forecast(1, 0, 0, "last value", 0)).hasMessageContaining("1 or more");
    }

    @Test
    void shouldRefuseEstimatesThatSayNothing() {
        Instant time = Instant.EPOCH;
        assertThatThrownBy(() -> new Estimate(Double.POSITIVE_INFINITY, 0, "x", time))
                .hasMessageContaining("a finite number");
        assertThatThrownBy(() -> new Estimate(1, -0.5, "x", time)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new Estimate(1, UNKNOWN, "", time)).hasMessageContaining("who says so");
    }

    @Test
    void shouldRefuseStandingsAndMeasuredValuesThatCannotBe() {
        assertThatThrownBy(() -> new PredictorScore("", 0, 0)).hasMessageContaining("a name");
        assertThatThrownBy(() -> new PredictorScore("last value", -1, 0)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new PredictorScore("last value", 0, -1)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new ForecastSample(0, UNKNOWN, 1, 1)).hasMessageContaining("a finite number");
        assertThatThrownBy(() -> new ForecastSample(0, 1, 1, -1)).hasMessageContaining("0 or more");
        assertThatThrownBy(() -> new ForecastSample(0, 1, UNKNOWN, 1)).hasMessageContaining("both NaN");
    }
}
