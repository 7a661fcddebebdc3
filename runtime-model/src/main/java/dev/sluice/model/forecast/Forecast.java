package dev.sluice.model.forecast;

import java.time.Instant;

/**
 * The expected next value of a series, and the errors of such forecasts so far, in the unit of the series.
 *
 * @param value the expected value
 * @param meanAbsoluteError mean absolute error of all forecasts of this predictor in the series, 0 or more; NaN before
 *     the second value, when no forecast has been compared
 * @param rootMeanSquareError root mean square error of the same forecasts; large errors weigh more
 * @param predictor the predictor that made the forecast, by its name in {@link Forecaster#standings()}
 * @param measurements number of values in the series, 1 or more
 */
public record Forecast(
        double value, double meanAbsoluteError, double rootMeanSquareError, String predictor, long measurements) {
    public Forecast {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("a forecast of " + value + " (expected: a finite number)");
        }
        if (meanAbsoluteError < 0 || rootMeanSquareError < 0) {
            throw new IllegalArgumentException("errors of " + meanAbsoluteError + " and " + rootMeanSquareError
                    + " (expected: 0 or more, or NaN where unknown)");
        }
        if (predictor.isEmpty()) {
            throw new IllegalArgumentException("a predictor without a name (expected: a name)");
        }
        if (measurements < 1) {
            throw new IllegalArgumentException(measurements + " measurements (expected: 1 or more)");
        }
    }

    /** Converts the forecast to an estimate whose error is the mean absolute error. */
    public Estimate estimate(String source, Instant time) {
        return new Estimate(value, meanAbsoluteError, source, time);
    }
}
