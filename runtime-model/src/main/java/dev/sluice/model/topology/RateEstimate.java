package dev.sluice.model.topology;

import java.util.Arrays;
import java.util.Locale;

/**
 * A rate estimated from repeated trials. Other traffic and other processes only slow a trial down, so the estimate uses
 * the fastest trials that agree with each other.
 *
 * @param value estimated rate; 0 without trials [bytes/s]
 * @param low lower end of the interval of two standard errors [bytes/s]
 * @param high upper end of the interval [bytes/s]
 * @param agreeing number of trials that agree
 * @param faster number of trials that are faster than those that agree
 * @param slower number of trials that something slowed down
 */
record RateEstimate(double value, double low, double high, int agreeing, int faster, int slower) {
    static final RateEstimate NONE = new RateEstimate(0, 0, Double.POSITIVE_INFINITY, 0, 0, 0);

    /** Least number of trials that have to agree for a rate to be believed. */
    static final int LEAST_AGREEING = 3;

    /** Largest half of the interval of a rate that is believed, relative to the rate. */
    private static final double BELIEVED = 0.1;

    /** Trials agree if none is slower than this fraction of the fastest one. */
    static final double AGREED = 0.72;

    /** Fraction of all trials that must agree, lest a few that were measured too fast decide. */
    private static final double LEAST_FRACTION = 0.2;

    /** Number of trials from which on a single one may have been measured too fast. */
    private static final int FEW_ENOUGH = 4;

    /** Relative standard deviation that few trials are assumed to have at least. */
    private static final double USUAL_DEVIATION = 0.04;

    /** Number of trials whose own standard deviation is not trusted below the usual one. */
    private static final int FEW = 5;

    static RateEstimate of(double... trials) {
        if (trials.length == 0) {
            return NONE;
        }
        double[] sorted = trials.clone();
        Arrays.sort(sorted);
        int count = sorted.length;
        int enough = count < FEW_ENOUGH ? 1 : Math.max(2, (int) Math.ceil(LEAST_FRACTION * count));
        int to = count;
        while (to > enough && to - first(sorted, to) < enough) {
            to--;
        }
        int from = first(sorted, to);
        return ofAgreeing(Arrays.copyOfRange(sorted, from, to), count - to, from);
    }

    private static int first(double[] sorted, int to) {
        int from = to - 1;
        while (from > 0 && sorted[from - 1] >= AGREED * sorted[to - 1]) {
            from--;
        }
        return from;
    }

    /** @param sorted trials that agree, the slowest first */
    private static RateEstimate ofAgreeing(double[] sorted, int faster, int slower) {
        int count = sorted.length;
        double middle =
                Arrays.stream(sorted, count / 4, count - count / 4).average().orElse(0);
        double mean = Arrays.stream(sorted).average().orElse(0);
        double squares =
                Arrays.stream(sorted).map(rate -> (rate - mean) * (rate - mean)).sum();
        double own = count < 3 ? (sorted[count - 1] - sorted[0]) / 2 : Math.sqrt(squares / (count - 1));
        double deviation = count < FEW ? Math.max(USUAL_DEVIATION * middle, own) : own;
        double half = 2 * deviation / Math.sqrt(count) * (1 + 0.5 / count);
        return new RateEstimate(middle, Math.max(0, middle - half), middle + half, count, faster, slower);
    }

    /** The estimate if other tests saw the same transfer at this higher rate, which its own trials never reached. */
    RateEstimate refutedBy(RateEstimate reached) {
        double open = Double.POSITIVE_INFINITY;
        return new RateEstimate(reached.value, reached.low, open, reached.agreeing, 0, agreeing + slower);
    }

    /** True if most trials agree. Where most are slowed down, by different amounts, some of them agree by chance. */
    boolean agrees() {
        return agreeing >= LEAST_AGREEING && agreeing > faster + slower;
    }

    /** True if most trials agree, and tell the rate within a tenth. */
    boolean believed() {
        return 2 * agreeing >= 3 * (faster + slower) && agreeing >= LEAST_AGREEING && error() <= BELIEVED;
    }

    /** The rate for plans: where it is not believed, the least that agrees with the trials. */
    double safe() {
        return believed() ? value : low;
    }

    /** Why the rate is not believed. */
    String doubt() {
        int all = agreeing + faster + slower;
        if (Double.isInfinite(high)) {
            return "its trials alone were slower than beside other transfers";
        }
        return all < LEAST_AGREEING
                ? all + " of at least " + LEAST_AGREEING + " trials were made"
                : String.format(
                        Locale.ROOT,
                        "of %d trials, %d agree, and allow %.1f to %.1f Mbit/s",
                        all,
                        agreeing,
                        low * 8e-6,
                        high * 8e-6);
    }

    /** Half of the interval, relative to the value. */
    double error() {
        return value == 0 ? Double.POSITIVE_INFINITY : (high - low) / 2 / value;
    }

    /** True unless the intervals show that one rate is below this fraction of the other. */
    boolean mayBeAlike(RateEstimate other, double fraction) {
        return high >= fraction * other.low && other.high >= fraction * low;
    }
}
