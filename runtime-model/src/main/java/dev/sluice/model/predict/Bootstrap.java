package dev.sluice.model.predict;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Estimates the error of a sample's mean by bootstrap (Efron 1979, as used by Mizutani et al. in section 4.3). Draws 40
 * resamples of the same size with replacement and sorts their means. After dropping 2.5 % at both ends, the rest is the
 * interval.
 */
public final class Bootstrap {
    /** N of the paper. */
    public static final int DRAWS = 40;

    /** α of the paper: one of the 40 draws is dropped at each end. */
    private static final double DROPPED = 0.025;

    private Bootstrap() {}

    /** The interval around the mean of these values, relative to it; {@link Interval#EXACT} if the mean is 0. */
    public static Interval interval(double[] values, RandomGenerator chance) {
        double mean = Arrays.stream(values).average().orElse(0);
        if (mean <= 0) {
            return Interval.EXACT;
        }
        double[] means = new double[DRAWS];
        for (int draw = 0; draw < DRAWS; draw++) {
            double sum = 0;
            for (int i = 0; i < values.length; i++) {
                sum += values[chance.nextInt(values.length)];
            }
            means[draw] = sum / values.length;
        }
        Arrays.sort(means);
        int dropped = (int) Math.round(DROPPED * DRAWS);
        return new Interval(means[dropped] / mean - 1, means[DRAWS - 1 - dropped] / mean - 1);
    }

    /**
     * The interval for values in the order of evenly spaced units, where neighbours are alike. It is computed from the
     * differences of neighbours (Wolter 1984, for systematic samples), with two standard errors to both sides. The
     * interval is narrower than {@link #interval} if the quantity changes slowly along the units, and equal to it if
     * neighbours are unrelated.
     */
    public static Interval inOrder(double[] values) {
        double mean = Arrays.stream(values).average().orElse(0);
        if (mean <= 0 || values.length < 2) {
            return Interval.EXACT;
        }
        double squares = 0;
        for (int i = 1; i < values.length; i++) {
            squares += (values[i] - values[i - 1]) * (values[i] - values[i - 1]);
        }
        double variance = squares / (2.0 * (values.length - 1)) / values.length;
        double twice = 2 * Math.sqrt(variance) / mean;
        return new Interval(Math.max(-1, 0 - twice), twice);
    }
}
