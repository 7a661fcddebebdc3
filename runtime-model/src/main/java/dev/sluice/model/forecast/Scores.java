package dev.sluice.model.forecast;

/**
 * How far the members of the bank have been off, and whom to believe. L are the sums of their absolute errors, f their
 * forecasts of the next value, C the sum of the errors of the forecasts given out.
 *
 * <p>A member is <em>safe</em> when C cannot exceed the worst member's sum, whatever the next value x is: when C + |x −
 * f| ≤ max (Lⱼ + |x − fⱼ|) for every x. The right side is the greater of P + x and Q − x, with P = max (Lⱼ − fⱼ) and Q
 * = max (Lⱼ + fⱼ), so f is safe when it lies in [C − P, Q − C]. The worst member's forecast does, as long as C is no
 * more than its L; so there is always a safe one, and C stays at or below the worst sum for ever. After a few values C
 * is far below it and all are safe.
 *
 * <p>Of the safe ones that member is believed with which least can be lost against the best in hindsight, whatever x
 * is: the greatest of C + |x − f| − min (Lⱼ + |x − fⱼ|) over all x is C + max (|f − fⱼ| − Lⱼ). It is the member with
 * the least L, unless another one is behind it by less than their forecasts differ: then the next value may turn the
 * order, a lead is none, and one between them is believed. That happens after surprises while little is known.
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
        int best = 0;
        int worst = 0;
        for (int i = 0; i < forecasts.length; i++) {
            best = absolute[i] < absolute[best] ? i : best;
            worst = absolute[i] > absolute[worst] ? i : worst;
        }
        // Forecasts count from one of them, sums from the least, so that no digits are lost to an offset.
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
        // The worst member is safe, also where rounding says otherwise.
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

    /** NaN before the first score. */
    double meanAbsoluteError(int member) {
        return count == 0 ? Double.NaN : absolute[member] / count;
    }

    /** NaN before the first score. */
    double rootMeanSquareError(int member) {
        return count == 0 ? Double.NaN : Math.sqrt(squared[member] / count);
    }
}
