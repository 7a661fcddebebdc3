package dev.sluice.model.schedule;

import dev.sluice.model.policy.UnitTimes;

/**
 * Mean and variance of the times of a worker's units. It remembers at least the last 256 units and the last 2 seconds
 * of computing, and forgets half of what is before them, so that a worker that becomes slower is seen to be so.
 * Confined to the scheduler.
 */
final class Pace {
    private static final double MEMORY_UNITS = 512;
    private static final double MEMORY_SECONDS = 4;

    private long timed;
    private double units;
    private double seconds;
    private double squares;

    /**
     * So many units took so long together. What does not fit the time, a sum of squares that no times can have, is
     * taken for the nearest that does.
     */
    void add(int count, long nanos, double secondsSquared) {
        double spent = Math.max(nanos, count) * 1e-9; // what took no time at all took a nanosecond
        double most = spent * spent;
        double least = most / count;
        timed += count;
        units += count;
        seconds += spent;
        squares += secondsSquared >= least ? Math.min(secondsSquared, most) : least;
        while (units > MEMORY_UNITS && seconds > MEMORY_SECONDS) {
            units /= 2;
            seconds /= 2;
            squares /= 2;
        }
    }

    /** Units timed in the run. */
    long timed() {
        return timed;
    }

    /** Units that the mean and variance are taken over. */
    double units() {
        return units;
    }

    /** μ [s]; above 0 when a unit was timed. */
    double meanSeconds() {
        return units == 0 ? 0 : seconds / units;
    }

    /** σ² [s²], of the sample; 0 while fewer than two units were timed. */
    double variance() {
        return timed < 2 ? 0 : Math.max(0, (squares - seconds * seconds / units) / (units - 1));
    }

    UnitTimes times() {
        return timed == 0 ? UnitTimes.NONE : new UnitTimes(timed, meanSeconds(), variance());
    }
}
