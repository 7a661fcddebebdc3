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

    /**
     * Follows the member of the bank with the least recent errors. A series that changes its character after a million
     * values is soon forecast by the member that suits it now, although that member's total error is far larger. The
     * weight of an error fades by the factor {@value #MEMORY} per value. The followed member changes only if another is
     * clearly ahead, to avoid following chance.
     */
    private static final class RecentlyBest {
        static final String NAME = "recently best";

        private static final double MEMORY = 0.98;
        private static final double CLEARLY_AHEAD = 0.9;

        private final double[] faded;
        private int followed;

        RecentlyBest(int members) {
            faded = new double[members];
        }

        /** Scores the members' forecasts of this value. Further entries of the array are ignored. */
        void add(double value, double[] forecasts) {
            int least = 0;
            for (int i = 0; i < faded.length; i++) {
                faded[i] = MEMORY * faded[i] + Math.abs(value - forecasts[i]);
                least = faded[i] < faded[least] ? i : least;
            }
            if (faded[least] < CLEARLY_AHEAD * faded[followed]) {
                followed = least;
            }
        }

        /** The member whose forecast is used. */
        int followed() {
            return followed;
        }
    }

    /**
     * Scores the members of the bank and chooses one. L are the sums of their absolute errors, f their forecasts of the
     * next value, C the sum of the errors of the published forecasts.
     *
     * <p>A member is <em>safe</em> if C cannot exceed the worst member's sum, whatever the next value x is: if C + |x −
     * f| ≤ max (Lⱼ + |x − fⱼ|) for every x. The right side is the greater of P + x and Q − x, with P = max (Lⱼ − fⱼ)
     * and Q = max (Lⱼ + fⱼ), so f is safe if it lies in [C − P, Q − C]. The worst member's forecast is safe as long as
     * C is no more than its L. A safe member therefore always exists, and C stays at or below the worst sum forever.
     * After a few values C is far below it and all members are safe.
     *
     * <p>Among the safe members, the chosen one minimizes the maximum regret against the best member in hindsight over
     * all x. The greatest of C + |x − f| − min (Lⱼ + |x − fⱼ|) over all x is C + max (|f − fⱼ| − Lⱼ). The minimum is
     * the member with the least L, unless the distance of another member in L is less than the difference of their
     * forecasts. In that case the next value may reverse the order, and a member between the two is chosen. This
     * happens after surprises while few values are known.
     */
    static final class Scores {
        private final double[] absolute;
        private final double[] squared;
        private double givenOut;
        private long count;

        Scores(int members) {
            absolute = new double[members];
            squared = new double[members];
        }

        /** Scores the members' forecasts of this value. One of them, {@code chosen}, had been published. */
        void add(double value, double[] forecasts, int chosen) {
            for (int i = 0; i < forecasts.length; i++) {
                double error = Math.abs(value - forecasts[i]);
                absolute[i] += error;
                squared[i] += error * error;
            }
            givenOut += Math.abs(value - forecasts[chosen]);
            count++;
        }

        /** The index of the forecast to publish. */
        int choose(double[] forecasts) {
            int best = 0;
            int worst = 0;
            for (int i = 0; i < forecasts.length; i++) {
                best = absolute[i] < absolute[best] ? i : best;
                worst = absolute[i] > absolute[worst] ? i : worst;
            }
            // Forecasts and sums are taken relative to those of the best member, so that an offset loses no digits.
            double rising = Double.NEGATIVE_INFINITY;
            double falling = Double.NEGATIVE_INFINITY;
            double above = Double.NEGATIVE_INFINITY;
            double below = Double.NEGATIVE_INFINITY;
            double spent = givenOut - absolute[best];
            for (int i = 0; i < forecasts.length; i++) {
                double forecast = forecasts[i] - forecasts[best];
                double behind = absolute[i] - absolute[best];
                rising = Math.max(rising, behind - forecast);
                falling = Math.max(falling, behind + forecast);
                above = Math.max(above, forecast - behind);
                below = Math.max(below, -forecast - behind);
            }
            // The worst member is safe, even if rounding says otherwise.
            int believed = worst;
            double least = Double.POSITIVE_INFINITY;
            for (int i = 0; i < forecasts.length; i++) {
                double forecast = forecasts[i] - forecasts[best];
                boolean safe = i == worst || (forecast >= spent - rising && forecast <= falling - spent);
                double loss = Math.max(above - forecast, below + forecast);
                if (safe && (loss < least || (loss == least && absolute[i] < absolute[believed]))) {
                    believed = i;
                    least = loss;
                }
            }
            return believed;
        }

        /** The mean absolute error of a member; NaN before the first score. */
        double meanAbsoluteError(int member) {
            return count == 0 ? Double.NaN : absolute[member] / count;
        }

        /** The root mean square error of a member; NaN before the first score. */
        double rootMeanSquareError(int member) {
            return count == 0 ? Double.NaN : Math.sqrt(squared[member] / count);
        }
    }
}
