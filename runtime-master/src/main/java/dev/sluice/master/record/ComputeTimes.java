package dev.sluice.master.record;

/** Computing times of units, measured by the clock of the worker. Confined to the master loop. */
public final class ComputeTimes {
    private long units;
    private double seconds;
    private double squares;

    /** Adds units with their total time; each counts with the mean. */
    public void add(long more, long nanos) {
        if (more > 0) {
            double each = nanos / 1e9 / more;
            units += more;
            seconds += more * each;
            squares += more * each * each;
        }
    }

    /** Adds all units of another instance. */
    public void add(ComputeTimes other) {
        units += other.units;
        seconds += other.seconds;
        squares += other.squares;
    }

    public long units() {
        return units;
    }

    /** Mean time of a unit [s]; NaN without units. */
    public double meanSeconds() {
        return units == 0 ? Double.NaN : seconds / units;
    }

    /** Standard deviation between units [s]; NaN for fewer than two. */
    public double spreadSeconds() {
        if (units < 2) {
            return Double.NaN;
        }
        double mean = seconds / units;
        return Math.sqrt(Math.max(0, squares / units - mean * mean) * units / (units - 1));
    }
}
