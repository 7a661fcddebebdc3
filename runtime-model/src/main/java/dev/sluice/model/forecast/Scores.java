package dev.sluice.model.forecast;

/**
 * How far the members of the bank have been off, and whom to believe.
 *
 * <p>The member with the least sum L of absolute errors is believed, among those whose forecast is <em>safe</em>: with
 * which the errors of the forecasts given out, whose sum so far is C, cannot add up to more than those of the worst
 * member, whatever the next value x is. That is C + |x − f| ≤ max over all members j of (Lⱼ + |x − fⱼ|) for every x.
 * The right side is the greater of P + x and Q − x, with P = max (Lⱼ − fⱼ) and Q = max (Lⱼ + fⱼ). So f is safe when it
 * lies in [C − P, Q − C]. The worst member's forecast does, as long as C is no more than its L; so there is always a
 * safe one, and C stays at or below the worst member's sum for ever. After a few values C is far below it and all are
 * safe.
 */
final class Scores {
    private final double[] absolute;
    private final double[] squared;
    private double givenOut;
    private long count;

    Scores(int members) {
        absolute = new double[members];
        squared = new double[members];
    }

    /** A value came for which the members had made these forecasts, of which one had been given out. */
    void add(double value, double[] forecasts, int chosen) {
        for (int i = 0; i < forecasts.length; i++) {
            double error = Math.abs(value - forecasts[i]);
            absolute[i] += error;
            squared[i] += error * error;
        }
        givenOut += Math.abs(value - forecasts[chosen]);
        count++;
    }

    /** Which of these forecasts to give out. */
    int choose(double[] forecasts) {
        // Counted from one of the forecasts, so that a large offset of the series costs no digits.
        double origin = forecasts[0];
        double rising = Double.NEGATIVE_INFINITY;
        double falling = Double.NEGATIVE_INFINITY;
        int worst = 0;
        for (int i = 0; i < forecasts.length; i++) {
            rising = Math.max(rising, absolute[i] - (forecasts[i] - origin));
            falling = Math.max(falling, absolute[i] + (forecasts[i] - origin));
            worst = absolute[i] > absolute[worst] ? i : worst;
        }
        double lowest = givenOut - rising;
        double highest = falling - givenOut;
        int best = worst;
        boolean found = false;
        for (int i = 0; i < forecasts.length; i++) {
            double forecast = forecasts[i] - origin;
            if (forecast >= lowest && forecast <= highest && (!found || absolute[i] < absolute[best])) {
                best = i;
                found = true;
            }
        }
        return best;
    }

    /** NaN before the first score. */
    double meanAbsoluteError(int member) {
        return count == 0 ? Double.NaN : absolute[member] / count;
    }

    /** NaN before the first score. */
    double rootMeanSquareError(int member) {
        return count == 0 ? Double.NaN : Math.sqrt(squared[member] / count);
    }
}
