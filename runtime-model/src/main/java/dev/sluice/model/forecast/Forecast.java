package dev.sluice.model.forecast;

import java.time.Instant;

/**
 * What the next value of a series is expected to be, and how far off such forecasts have been so far. All in the unit
 * of the series.
 *
 * @param value the value expected
 * @param meanAbsoluteError of all forecasts that this predictor has made in the series, 0 or more; NaN before the
 *     second value, when none could be compared with anything
 * @param rootMeanSquareError likewise; a few large errors weigh more in it
 * @param predictor the member of the bank that made it, by its name in {@link Forecaster#standings()}
 * @param measurements how many values the series has had, 1 or more
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

    /** This forecast as an estimate whose error is the mean absolute one. */
    public Estimate estimate(String source, Instant time) {
        return new Estimate(value, meanAbsoluteError, source, time);
    }
}
