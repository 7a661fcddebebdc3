package dev.sluice.model.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Forecasts the next value of a series (Wolski 1998). Each member of a bank of predictors makes a forecast, and every
 * new value scores all of them. The published forecast is that of the member with the least sum of absolute errors so
 * far.
 *
 * <p>Invariant for every series and after every value: the absolute errors of the published forecasts add up to no more
 * than those of the worst member. {@code Scores} explains how this is guaranteed, and when a lead counts.
 *
 * <p>The cost of a value does not depend on the number of earlier values, and memory is bounded. Confined to one thread
 * at a time.
 */
public final class Forecaster {
    /** Upper bound of values; larger ones would overflow the sum of squared errors. */
    private static final double LARGEST = 1e100;

    private final Recent recent = new Recent();
    private final List<Predictor> bank = Bank.members();
    private final RecentlyBest recentlyBest = new RecentlyBest(bank.size());

    /** The forecasts of the bank in its order, followed by that of the recently best. */
    private final double[] forecasts = new double[bank.size() + 1];

    private final Scores scores = new Scores(forecasts.length);
    private int chosen;

    /** Creates a forecaster without values. */
    public Forecaster() {}

    /**
     * Adds the next value.
     *
     * @param value in the unit of the series, between -10¹⁰⁰ and 10¹⁰⁰
     * @throws IllegalArgumentException if it is NaN, infinite or beyond ±10¹⁰⁰; the forecaster is unchanged
     */
    public void add(double value) {
        if (!(Math.abs(value) <= LARGEST)) {
            throw new IllegalArgumentException(
                    "a measured value of " + value + " (expected: a finite number between -1e100 and 1e100)");
        }
        if (recent.count() > 0) {
            scores.add(value, forecasts, chosen);
            recentlyBest.add(value, forecasts);
        }
        recent.add(value);
        for (int i = 0; i < bank.size(); i++) {
            forecasts[i] = bank.get(i).next(recent);
        }
        forecasts[bank.size()] = forecasts[recentlyBest.followed()];
        chosen = scores.choose(forecasts);
    }

    /** The forecast of the next value; empty before the first value. */
    public Optional<Forecast> forecast() {
        if (recent.count() == 0) {
            return Optional.empty();
        }
        return Optional.of(new Forecast(
                forecasts[chosen],
                scores.meanAbsoluteError(chosen),
                scores.rootMeanSquareError(chosen),
                name(chosen),
                recent.count()));
    }

    /** The errors of each member of the bank so far, in the order of the bank. */
    public List<PredictorScore> standings() {
        List<PredictorScore> standings = new ArrayList<>();
        for (int i = 0; i < forecasts.length; i++) {
            standings.add(new PredictorScore(name(i), scores.meanAbsoluteError(i), scores.rootMeanSquareError(i)));
        }
        return List.copyOf(standings);
    }

    /** The value of {@link #forecast()}; NaN before the first value. */
    double expected() {
        return recent.count() == 0 ? Double.NaN : forecasts[chosen];
    }

    /** Each member's forecast, in the order of {@link #standings()}; zeros before the first value. */
    double[] memberForecasts() {
        return forecasts.clone();
    }

    private String name(int member) {
        return member < bank.size() ? bank.get(member).name() : RecentlyBest.NAME;
    }
}
