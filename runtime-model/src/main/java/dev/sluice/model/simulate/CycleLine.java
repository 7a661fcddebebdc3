package dev.sluice.model.simulate;

/**
 * The time of a cycle by its units: a fixed part, and a part for each unit. Long cycles are simulated with two smaller
 * numbers of units [s].
 */
public record CycleLine(double fixed, double perUnit) {
    /** The line of a cycle that is simulated whole. */
    public static CycleLine through(double units, double seconds) {
        return new CycleLine(0, seconds / units);
    }

    /** The line through the times of a cycle with some units and with fewer. */
    public static CycleLine through(double units, double seconds, double fewer, double shorter) {
        double slope = Math.max(0, (seconds - shorter) / (units - fewer));
        return new CycleLine(seconds - slope * units, slope);
    }

    /** The time with so many units [s]. */
    public double at(double units) {
        return fixed + perUnit * units;
    }
}
