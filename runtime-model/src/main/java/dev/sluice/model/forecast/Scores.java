package dev.sluice.model.forecast;

/**
 * Scores the members of the bank and chooses one. L are the sums of their absolute errors, f their forecasts of the
 * next value, C the sum of the errors of the published forecasts.
 *
 * <p>A member is <em>safe</em> if C cannot exceed the worst member's sum, whatever the next value x is: if C + |x − f|
 * ≤ max (Lⱼ + |x − fⱼ|) for every x. The right side is the greater of P + x and Q − x, with P = max (Lⱼ − fⱼ) and Q =
 * max (Lⱼ + fⱼ), so f is safe if it lies in [C − P, Q − C]. The worst member's forecast is safe as long as C is no more
 * than its L. A safe member therefore always exists, and C stays at or below the worst sum forever. After a few values
 * C is far below it and all members are safe.
 *
 * <p>Among the safe members, the chosen one minimizes the maximum regret against the best member in hindsight over all
 * x. The greatest of C + |x − f| − min (Lⱼ + |x − fⱼ|) over all x is C + max (|f − fⱼ| − Lⱼ). The minimum is the member
 * with the least L, unless the distance of another member in L is less than the difference of their forecasts. In that
 * case the next value may reverse the order, and a member between the two is chosen. This happens after surprises while
 * few values are known.
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
