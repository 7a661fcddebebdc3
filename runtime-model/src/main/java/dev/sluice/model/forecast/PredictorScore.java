package dev.sluice.model.forecast;

/**
 * The errors of one member of the bank in a series, in the series' unit; NaN before the second value.
 *
 * @param predictor its name: "last value", "sliding mean 20", "exponential smoothing 0.3"
 * @param meanAbsoluteError mean absolute error of all its forecasts so far
 * @param rootMeanSquareError root mean square error of all its forecasts so far
 */
public record PredictorScore(String predictor, double meanAbsoluteError, double rootMeanSquareError) {
    public PredictorScore {
        if (predictor.isEmpty()) {
            throw new IllegalArgumentException("a predictor without a name (expected: a name)");
        }
        if (meanAbsoluteError < 0 || rootMeanSquareError < 0) {
            throw new IllegalArgumentException("errors of " + meanAbsoluteError + " and " + rootMeanSquareError
                    + " (expected: 0 or more, or NaN where unknown)");
        }
    }
}
