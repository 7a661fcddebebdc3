package dev.sluice.model.schedule;

/**
 * Results of consecutive units of one {@link AttemptRun}, named by the attempt of the first.
 *
 * @param computeNanos wall time spent in compute, summed over the units [ns]
 * @param computeSecondsSquared sum of the squares of each unit's time [s²], from which the variance of unit times
 *     follows
 * @param peakBytes largest memory of the processes of a unit [bytes]; 0: unknown
 */
public record ResultRun(
        long attempt,
        long nonce,
        long firstUnit,
        int units,
        long computeNanos,
        double computeSecondsSquared,
        long peakBytes) {
    public ResultRun {
        if (attempt < 1
                || firstUnit < 0
                || units < 1
                || firstUnit + units < 0
                || computeNanos < 0
                || peakBytes < 0
                || !(computeSecondsSquared >= 0)) {
            throw new IllegalArgumentException("results: attempt " + attempt + ", [" + firstUnit + ", +" + units + "), "
                    + computeNanos + " ns (expected: positive)");
        }
    }

    /** Results of units whose memory is not known. */
    public static ResultRun of(
            long attempt, long nonce, long firstUnit, int units, long computeNanos, double computeSecondsSquared) {
        return new ResultRun(attempt, nonce, firstUnit, units, computeNanos, computeSecondsSquared, 0);
    }

    /** One past the last unit. */
    public long endUnit() {
        return firstUnit + units;
    }

    /** The units of these results. */
    public HeldUnits held() {
        return new HeldUnits(attempt, nonce, firstUnit, units);
    }

    /** True if {@code next} begins where this one ends, within the same attempt run. */
    public boolean isContinuedBy(ResultRun next) {
        return nonce == next.nonce && endUnit() == next.firstUnit && (long) units + next.units <= Integer.MAX_VALUE;
    }

    /** Joins this run and the one that continues it. */
    public ResultRun with(ResultRun next) {
        return new ResultRun(
                attempt,
                nonce,
                firstUnit,
                units + next.units,
                computeNanos + next.computeNanos,
                computeSecondsSquared + next.computeSecondsSquared,
                Math.max(peakBytes, next.peakBytes));
    }

    @Override
    public String toString() {
        return "[" + firstUnit + "," + endUnit() + ")#" + attempt;
    }
}
