package dev.sluice.model.schedule;

import dev.sluice.model.policy.UnitTimes;

/**
 * Mean and variance of the times of a worker's units. It remembers at least the last 256 units and the last 2 seconds
 * of computing, and forgets half of what is before them. When the latest few, or the latest many, differ from what was
 * before by more than chance would have it, as where another load comes or goes, all before them is forgotten, so that
 * the worker's share follows: within some eight units where they are much alike, within some fifty where they are not.
 * Confined to the scheduler.
 */
final class Pace {
    private static final double MEMORY_UNITS = 512;
    private static final double MEMORY_SECONDS = 4;

    /** So many units, and so many more where these say nothing, are compared with all before them. */
    private static final int FEW_UNITS = 4;

    private static final int MANY_UNITS = 32;

    /** Standard errors of the difference of two means beyond which it is no chance. */
    private static final double CLEAR_ERRORS = 4;

    /** A difference below this part of the mean is of no interest. */
    private static final double CLEAR_PART = 0.1;

    /** Times the usual variance. */
    private static final double MIXED = 4;

    private double expectedSeconds;
    private long timed;
    private final Sums all = new Sums();

    /** Of {@link #all}, those that are to be compared with the others. */
    private final Sums few = new Sums();

    private final Sums many = new Sums();

    private static final class Sums {
        double units;
        double seconds;
        double squares;

        void add(double count, double spent, double spentSquared) {
            units += count;
            seconds += spent;
            squares += spentSquared;
        }

        void halve() {
            units /= 2;
            seconds /= 2;
            squares /= 2;
        }

        void clear() {
            units = 0;
            seconds = 0;
            squares = 0;
        }

        double mean() {
            return units == 0 ? 0 : seconds / units;
        }

        /** Of the deviations from the mean. */
        double residue() {
            return units == 0 ? 0 : Math.max(0, squares - seconds * seconds / units);
        }

        /** Whether these took clearly longer or shorter than those before them. */
        boolean differsFrom(Sums before) {
            if (before.units < FEW_UNITS) {
                return false;
            }
            double difference = Math.abs(mean() - before.mean());
            double variance = (before.residue() + residue()) / (before.units + units - 2);
            double error = Math.sqrt(variance * (1 / before.units + 1 / units));
            return difference > Math.max(CLEAR_PART * before.mean(), CLEAR_ERRORS * error);
        }

        /** Whether these differ among themselves more than those before them: the load came between two of them. */
        boolean isMixed(Sums before) {
            double usual = before.residue() / (before.units - 1);
            double unclear = CLEAR_PART * before.mean();
            return residue() / (units - 1) > MIXED * usual + unclear * unclear;
        }
    }

    /** What a unit takes, until one has been timed [s]; 0 where nobody knows. */
    void expect(double seconds) {
        expectedSeconds = seconds;
    }

    /** The mean of what was timed, else what is expected [s]; 0 when nothing is known. */
    double forecastSeconds() {
        return timed > 0 ? meanSeconds() : expectedSeconds;
    }

    /**
     * So many units took so long together. What does not fit the time, a sum of squares that no times can have, is
     * taken for the nearest that does.
     */
    void add(int count, long nanos, double secondsSquared) {
        double spent = Math.max(nanos, count) * 1e-9; // what took no time at all took a nanosecond
        double most = spent * spent;
        double least = most / count;
        double squares = secondsSquared >= least ? Math.min(secondsSquared, most) : least;
        timed += count;
        all.add(count, spent, squares);
        few.add(count, spent, squares);
        many.add(count, spent, squares);
        boolean changed = false;
        if (few.units >= FEW_UNITS) {
            changed = compare(few, count, spent, squares);
            few.clear();
        }
        if (!changed && many.units >= MANY_UNITS) {
            changed = compare(many, count, spent, squares);
            many.clear();
        }
        if (changed) {
            few.clear();
            many.clear();
        }
        while (all.units > MEMORY_UNITS && all.seconds > MEMORY_SECONDS) {
            all.halve();
            few.halve();
            many.halve();
        }
    }

    /** Whether all before the latest, of which so many came last, is forgotten. */
    private boolean compare(Sums some, int count, double spent, double squares) {
        Sums before = new Sums();
        before.add(all.units - some.units, all.seconds - some.seconds, all.squares - some.squares);
        if (!some.differsFrom(before)) {
            return false;
        }
        all.clear();
        if (some.isMixed(before)) {
            all.add(count, spent, squares);
        } else {
            all.add(some.units, some.seconds, some.squares);
        }
        return true;
    }

    /** Units timed in the run. */
    long timed() {
        return timed;
    }

    /** Units that the mean and variance are taken over. */
    double units() {
        return all.units;
    }

    /** μ [s]; above 0 when a unit was timed. */
    double meanSeconds() {
        return all.mean();
    }

    /** σ² [s²], of the sample; 0 of fewer than two units. */
    double variance() {
        return all.units < 2 ? 0 : all.residue() / (all.units - 1);
    }

    UnitTimes times() {
        return timed == 0 ? UnitTimes.NONE : new UnitTimes(timed, meanSeconds(), variance());
    }
}
