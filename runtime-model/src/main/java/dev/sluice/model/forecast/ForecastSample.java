package dev.sluice.model.forecast;

/**
 * One value of a series beside the forecast that had been given out for it.
 *
 * @param timeMillis as it was handed in with the value, by the clock of whoever measured
 * @param value what was measured
 * @param forecast what had been forecast for it; NaN for the first of the series
 * @param error the distance between the two, 0 or more; NaN for the first of the series
 */
public record ForecastSample(long timeMillis, double value, double forecast, double error) {
    public ForecastSample {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a measured value of " + value + " (expected: a finite number)");
        }
        if (error < 0 || Double.isNaN(forecast) != Double.isNaN(error)) {
            throw new IllegalArgumentException("a forecast of " + forecast + " with an error of " + error
                    + " (expected: an error of 0 or more, or both NaN)");
        }
    }

    static ForecastSample of(long timeMillis, double value, double forecast) {
        return new ForecastSample(timeMillis, value, forecast, Math.abs(value - forecast));
    }
}
