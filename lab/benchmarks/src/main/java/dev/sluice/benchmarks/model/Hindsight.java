package dev.sluice.benchmarks.model;

import dev.sluice.model.forecast.Forecaster;
import dev.sluice.model.forecast.PredictorScore;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The published forecasts of a series compared with those of the members of the bank. Errors are means over all values
 * but the first, in the unit of the series.
 *
 * @param absolute mean absolute error of the published forecasts
 * @param rootMeanSquare root mean square error of the published forecasts
 * @param best the member with the least mean absolute error, in hindsight
 * @param worst the member with the greatest mean absolute error
 * @param leastRootMeanSquare least root mean square error of any member
 */
record Hindsight(
        double absolute, double rootMeanSquare, PredictorScore best, PredictorScore worst, double leastRootMeanSquare) {
    /** @param values two or more */
    static Hindsight of(double[] values) {
        Forecaster forecaster = new Forecaster();
        double absolute = 0;
        double squared = 0;
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                double error =
                        Math.abs(values[i] - forecaster.forecast().orElseThrow().value());
                absolute += error;
                squared += error * error;
            }
            forecaster.add(values[i]);
        }
        int forecasts = values.length - 1;
        List<PredictorScore> members = forecaster.standings();
        Comparator<PredictorScore> byError = Comparator.comparingDouble(PredictorScore::meanAbsoluteError);
        return new Hindsight(
                absolute / forecasts,
                Math.sqrt(squared / forecasts),
                members.stream().min(byError).orElseThrow(),
                members.stream().max(byError).orElseThrow(),
                least(members, PredictorScore::rootMeanSquareError));
    }

    /** Error relative to the best member: 1 if equal, below 1 if better. */
    double overBest() {
        return ratio(absolute, best.meanAbsoluteError());
    }

    /** Error relative to the worst member, at most 1. */
    double overWorst() {
        return ratio(absolute, worst.meanAbsoluteError());
    }

    /** Root mean square error relative to the least of any member. */
    double squareOverBest() {
        return ratio(rootMeanSquare, leastRootMeanSquare);
    }

    private static double least(List<PredictorScore> members, ToDoubleFunction<PredictorScore> error) {
        return members.stream().mapToDouble(error).min().orElseThrow();
    }

    private static double ratio(double error, double other) {
        return error == other ? 1 : error / other;
    }
}
