package dev.sluice.model.forecast;

import dev.sluice.model.Median;
import java.util.Arrays;

/**
 * Turns the standard deviation of a forecast into an interval that held often enough in earlier runs (split conformal
 * prediction). An error is the logarithm of the actual over the predicted time, a score the error in standard
 * deviations. The interval is the shortest one with the scores of 95 of 100 outcomes: runs are late more often, and by
 * more, than early.
 *
 * @param bias logarithm by which earlier times exceeded their forecasts; 0 if it is not certain
 * @param below reach of the interval towards shorter times, in standard deviations
 * @param above the same towards longer ones
 * @param rows number of outcomes; 0 for the shipped figures
 * @param source where the outcomes come from, for people
 */
public record Calibration(double bias, double below, double above, int rows, String source) {
    /** Fewer outcomes say nothing. */
    public static final int ENOUGH = 10;

    /** The latest outcomes that count. */
    public static final int LATEST = 50;

    /** Share of outcomes that shall lie in the interval. */
    private static final double COVERAGE = 0.95;

    /** An interval that holds 95 of 100 normal errors reaches so many standard deviations to each side. */
    public static final double NORMAL = 1.96;

    /** Nine of ten normal errors are below so many standard deviations. */
    private static final double NINE_OF_TEN = 1.2816;

    /** Standard deviation over the mean absolute error, for normal errors. */
    public static final double OF_MEAN_ERROR = 1.25;

    /** The largest of a few scores is no quantile yet, and is extended. */
    private static final double EXTENDED = 1.2;

    /** Smallest quantile: equal outcomes do not make the next one certain. */
    private static final double LEAST = 0.25;

    /** A bias counts if it exceeds this multiple of its own standard error. */
    private static final double CERTAIN = 2;

    /** Standard deviation of normal errors over their median absolute deviation. */
    private static final double MAD_SCALE = 1.4826;

    /** Smallest standard deviation, so that a score is finite. */
    private static final double LEAST_SIGMA = 1e-3;

    /** Serves until there are outcomes. */
    public static final Calibration SHIPPED =
            new Calibration(0, NORMAL, NORMAL, 0, "the figures that Sluice comes with");

    /**
     * The calibration from outcomes; {@link #SHIPPED} if they are too few.
     *
     * @param logErrors logarithm of actual over predicted time, before any calibration
     * @param sigmas standard deviation of each, as its forecast gave it
     */
    public static Calibration of(double[] logErrors, double[] sigmas) {
        return of(logErrors, sigmas, "outcomes of earlier runs");
    }

    /** The same with the source of the outcomes. */
    public static Calibration of(double[] logErrors, double[] sigmas, String source) {
        if (logErrors.length != sigmas.length) {
            throw new IllegalArgumentException(logErrors.length + " errors, " + sigmas.length + " deviations");
        }
        int n = logErrors.length;
        if (n < ENOUGH) {
            return SHIPPED;
        }
        double bias = bias(logErrors);
        double[] scores = new double[n];
        for (int i = 0; i < n; i++) {
            scores[i] = (logErrors[i] - bias) / Math.max(LEAST_SIGMA, sigmas[i]);
        }
        Arrays.sort(scores);
        int k = (int) Math.ceil(COVERAGE * (n + 1) - 1e-9);
        double beyond = k <= n ? 1 : EXTENDED;
        int count = Math.min(k, n);
        int first = 0;
        for (int i = 1; i + count <= n; i++) {
            first = scores[i + count - 1] - scores[i] < scores[first + count - 1] - scores[first] ? i : first;
        }
        return new Calibration(
                bias,
                Math.max(LEAST, -beyond * scores[first]),
                Math.max(LEAST, beyond * scores[first + count - 1]),
                n,
                source);
    }

    /** The median error if it is certain, else 0. */
    private static double bias(double[] errors) {
        double middle = Median.of(Arrays.stream(errors));
        double deviation = Median.of(Arrays.stream(errors).map(error -> Math.abs(error - middle)));
        double standardError = MAD_SCALE * deviation / Math.sqrt(errors.length);
        return Math.abs(middle) > CERTAIN * standardError ? middle : 0;
    }

    /** The forecast without the bias of earlier ones [s]. */
    public double corrected(double seconds) {
        return seconds * Math.exp(bias);
    }

    /**
     * The time that nine of ten runs do not exceed [s].
     *
     * @param seconds the forecast
     * @param high the upper end of its interval
     */
    public static double late(double seconds, double high) {
        return seconds * Math.pow(high / seconds, NINE_OF_TEN / NORMAL);
    }

    /** Lower end of the interval around a forecast before correction [s]. */
    public double low(double seconds, double sigma) {
        return seconds * Math.exp(bias - below * Math.max(LEAST_SIGMA, sigma));
    }

    /** Upper end of the interval around a forecast before correction [s]. */
    public double high(double seconds, double sigma) {
        return seconds * Math.exp(bias + above * Math.max(LEAST_SIGMA, sigma));
    }
}
