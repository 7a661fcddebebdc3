package dev.sluice.app.pep;

/**
 * A histogram of times [ns]: mean and standard deviation to double precision, quantiles to 0.8 %, in constant memory.
 * Confined to one thread.
 */
final class Samples {
    /** Number of steps into which each power of two is divided, as bits. */
    private static final int STEP_BITS = 7;

    private static final int STEPS = 1 << STEP_BITS;

    /** Count per step; values below {@link #STEPS} have a step each. */
    private final long[] counts = new long[(Long.SIZE - STEP_BITS + 1) << STEP_BITS];

    private long count;
    private double mean;
    /** Sum of the squared deviations from the mean. */
    private double squares;

    private long least = Long.MAX_VALUE;
    private long most;
    private boolean spreadKnown = true;

    /** @param nanos 0 or more */
    void add(long nanos) {
        counts[step(nanos)]++;
        count++;
        double distance = nanos - mean;
        mean += distance / count;
        squares += distance * (nanos - mean);
        least = Math.min(least, nanos);
        most = Math.max(most, nanos);
    }

    /** Adds all samples of another histogram (Chan, Golub, LeVeque 1979, equations 2.1). */
    void add(Samples other) {
        if (other.count == 0) {
            return;
        }
        for (int step = 0; step < counts.length; step++) {
            counts[step] += other.counts[step];
        }
        double distance = other.mean - mean;
        long together = count + other.count;
        mean += distance * other.count / together;
        squares += other.squares + distance * distance * count / together * other.count;
        count = together;
        spreadKnown &= other.spreadKnown;
        least = Math.min(least, other.least);
        most = Math.max(most, other.most);
    }

    /** Adds samples of which only the sum is known. From then on only the mean is available. */
    void addTotal(long samples, long sumNanos) {
        count += samples;
        mean += ((double) sumNanos / samples - mean) * samples / count;
        spreadKnown = false;
    }

    /** True if the standard deviation and quantiles are available. */
    boolean spreadKnown() {
        return spreadKnown;
    }

    long count() {
        return count;
    }

    /** The mean; 0 without samples. */
    double mean() {
        return mean;
    }

    /** Standard deviation of the samples themselves (divided by their count); 0 without samples. */
    double standardDeviation() {
        return count == 0 ? 0 : Math.sqrt(squares / count);
    }

    /** The value that this fraction of the samples does not exceed, 0 ≤ share ≤ 1; 0 without samples. */
    double quantile(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int step = 0; step < counts.length; step++) {
            seen += counts[step];
            if (seen >= rank && count > 0) {
                return Math.min(Math.max(middle(step), (double) least), (double) most);
            }
        }
        return 0;
    }

    private static int step(long value) {
        if (value < STEPS) {
            return (int) value;
        }
        int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        int shift = power - STEP_BITS;
        return ((shift + 1) << STEP_BITS) + (int) ((value >>> shift) - STEPS);
    }

    /** The middle of a step's values. */
    private static double middle(int step) {
        if (step < STEPS) {
            return step;
        }
        int shift = (step >> STEP_BITS) - 1;
        double from = Math.scalb((double) ((step & STEPS - 1) + STEPS), shift);
        return from + (Math.scalb(1.0, shift) - 1) / 2;
    }
}
