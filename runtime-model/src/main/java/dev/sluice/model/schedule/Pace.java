package dev.sluice.model.schedule;

import dev.sluice.model.policy.UnitTimes;

/**
 * Mean and variance of the unit times of a worker. The memory covers at least the last 256 units and the last 2 seconds
 * of computing; older samples are halved. When the latest few or the latest many units differ significantly from the
 * earlier ones, for example because another load started or stopped, all earlier samples are forgotten. The worker's
 * share then follows a change within about 8 units if unit times vary little, and within about 50 otherwise. Confined
 * to the scheduler.
 */
final class Pace {
    private static final double MEMORY_UNITS = 512;
    private static final double MEMORY_SECONDS = 4;

    /**
     * Number of latest units compared with all earlier ones. If these few show no change, {@link #MANY_UNITS} are
     * compared.
     */
    private static final int FEW_UNITS = 4;

    private static final int MANY_UNITS = 32;

    /** A difference of two means beyond this many standard errors is significant. */
    private static final double CLEAR_ERRORS = 4;

    /** A difference below this fraction of the mean is ignored. */
    private static final double CLEAR_PART = 0.1;

    /** A group of units is mixed if its variance exceeds the usual variance by this factor. */
    private static final double MIXED = 4;

    private double expectedSeconds;
    private long timed;
    private final Sums all = new Sums();

    /** The part of {@link #all} that is yet to be compared with the earlier units. */
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

        /** Sum of the squared deviations from the mean. */
        double residue() {
            return units == 0 ? 0 : Math.max(0, squares - seconds * seconds / units);
        }

        /** True if the mean of these units differs significantly from the mean of the earlier ones. */
        boolean differsFrom(Sums before) {
            if (before.units < FEW_UNITS) {
                return false;
            }
            double difference = Math.abs(mean() - before.mean());
            double variance = (before.residue() + residue()) / (before.units + units - 2);
            double error = Math.sqrt(variance * (1 / before.units + 1 / units));
            return difference > Math.max(CLEAR_PART * before.mean(), CLEAR_ERRORS * error);
        }

        /**
         * True if these units vary more among themselves than the earlier ones: the load changed between two of them.
         */
        boolean isMixed(Sums before) {
            double usual = before.residue() / (before.units - 1);
            double unclear = CLEAR_PART * before.mean();
            return residue() / (units - 1) > MIXED * usual + unclear * unclear;
        }
    }

    /** Continues with these times. */
    void resume(OpenCycle.UnitPace from) {
        expectedSeconds = from.expectedSeconds();
        timed = from.timed();
        double seconds = from.counted() * from.meanSeconds();
        double residue = Math.max(0, from.counted() - 1) * from.variance();
        all.add(from.counted(), seconds, residue + seconds * from.meanSeconds());
    }

    /** The times so far. */
    OpenCycle.UnitPace open() {
        return new OpenCycle.UnitPace(expectedSeconds, timed, units(), meanSeconds(), variance());
    }

    /** Sets the expected time of a unit, used until one has been timed [s]; 0 if unknown. */
    void expect(double seconds) {
        expectedSeconds = seconds;
    }

    /** The expected time of a unit, whatever was timed [s]; 0 if unknown. */
    double expectedSeconds() {
        return expectedSeconds;
    }

    /** The mean of the timed units, else the expected time [s]; 0 if unknown. */
    double forecastSeconds() {
        return all.units > 0 ? meanSeconds() : expectedSeconds;
    }

    /** Forgets the times so far, which say nothing of the next ones. */
    void forget() {
        all.clear();
        few.clear();
        many.clear();
    }

    /**
     * Adds {@code count} units that took {@code nanos} together. A sum of squares that is impossible for this time is
     * replaced by the nearest possible one.
     */
    void add(int count, long nanos, double secondsSquared) {
        double spent = Math.max(nanos, count) * 1e-9; // each unit counts as at least one nanosecond
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

    /**
     * Compares the latest units with all earlier ones, and forgets the earlier ones if they differ. Returns true if so.
     * The other parameters describe the last report.
     */
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

    /** Number of units timed in the run. */
    long timed() {
        return timed;
    }

    /** Number of units that mean and variance cover. */
    double units() {
        return all.units;
    }

    /** μ [s]; positive unless {@link #units} is 0. */
    double meanSeconds() {
        return all.mean();
    }

    /** Sample variance σ² [s²]; 0 for fewer than two units. */
    double variance() {
        return all.units < 2 ? 0 : all.residue() / (all.units - 1);
    }

    UnitTimes times() {
        return all.units == 0 ? UnitTimes.NONE : new UnitTimes(timed, meanSeconds(), variance());
    }
}
