package dev.sluice.master;

/** What units took, by the clock of who computed them. Confined to the master loop. */
public final class ComputeTimes {
    private long units;
    private double seconds;
    private double squares;

    /** So many units that took so long together; each is taken for having taken the same. */
    public void add(long more, long nanos) {
        if (more > 0) {
            double each = nanos / 1e9 / more;
            units += more;
            seconds += more * each;
            squares += more * each * each;
        }
    }

    /** The same for all that another has. */
    public void add(ComputeTimes other) {
        units += other.units;
        seconds += other.seconds;
        squares += other.squares;
    }

    public long units() {
        return units;
    }

    /** Of one unit; NaN of none. */
    public double meanSeconds() {
        return units == 0 ? Double.NaN : seconds / units;
    }

    /** Standard deviation between units; NaN of one or none. */
    public double spreadSeconds() {
        if (units < 2) {
            return Double.NaN;
        }
        double mean = seconds / units;
        return Math.sqrt(Math.max(0, squares / units - mean * mean) * units / (units - 1));
    }
}
