package dev.sluice.model.forecast;

/**
 * One value of a series with the forecast that had been published for it.
 *
 * @param timeMillis the time passed in with the value, by the clock of the measuring host
 * @param value the measured value
 * @param forecast the forecast of the value; NaN for the first value of the series
 * @param error the absolute difference of the two, 0 or more; NaN for the first value of the series
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
