package dev.sluice.model.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Forecasts the next value of a series (Wolski 1998): each member of a bank of predictors makes a forecast, at each new
 * value all are scored, and the forecast given out is that of the member with the least sum of absolute errors so far.
 *
 * <p>For every series, and after every value: the absolute errors of the forecasts given out add up to no more than
 * those of the worst member. {@code Scores} says how that is held, and when a lead is one.
 *
 * <p>A value costs the same however many came before it, and memory is bounded. Confined to one thread at a time.
 */
public final class Forecaster {
    /** Values beyond it would overflow when squared errors are added up. */
    private static final double LARGEST = 1e100;

    private final Recent recent = new Recent();
    private final List<Predictor> bank = Bank.members();
    private final RecentlyBest recentlyBest = new RecentlyBest(bank.size());

    /** Of the bank, in its order, and last of the recently best. */
    private final double[] forecasts = new double[bank.size() + 1];

    private final Scores scores = new Scores(forecasts.length);
    private int chosen;

    /** Of a series that has no value yet. */
    public Forecaster() {}

    /**
     * The next value.
     *
     * @param value in the unit of the series, between -10¹⁰⁰ and 10¹⁰⁰
     * @throws IllegalArgumentException where it is NaN, infinite or beyond ±10¹⁰⁰; the forecaster is as before
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

    /** Of the value that will be added next; empty before the first. */
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

    /** How each member of the bank has done so far, in the order of the bank. */
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

    /** What each member forecasts, in the order of {@link #standings()}; zeros before the first value. */
    double[] memberForecasts() {
        return forecasts.clone();
    }

    private String name(int member) {
        return member < bank.size() ? bank.get(member).name() : RecentlyBest.NAME;
    }
}
