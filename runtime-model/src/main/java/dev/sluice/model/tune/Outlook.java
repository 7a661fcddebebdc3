package dev.sluice.model.tune;

import java.util.Arrays;

/**
 * How a cycle is foretold to advance. The position of a run is the number of its finished cycles plus the finished
 * share of the open one. Immutable.
 */
public final class Outlook {
    private final double[] seconds;

    /**
     * @param seconds times from the begin of the cycle at which equal shares of it are done: the first 0, the last the
     *     time of the whole cycle and above 0, never falling [s]
     */
    public Outlook(double... seconds) {
        if (seconds.length < 2 || seconds[0] != 0 || !(seconds[seconds.length - 1] > 0)) {
            throw new IllegalArgumentException("times " + Arrays.toString(seconds) + " (expected: from 0 upward)");
        }
        this.seconds = seconds.clone();
    }

    /**
     * The outlook of a cycle with so many times the units of this one. The units before the last ones of them take as
     * long as those that this cycle has in addition to the other.
     *
     * @param half a cycle with half the units of this one
     */
    Outlook prolonged(double times, Outlook half) {
        double each = 2 * Math.max(0, end() - half.end());
        double[] all = new double[seconds.length];
        for (int step = 1; step < all.length; step++) {
            double place = times * step / (all.length - 1);
            double last = Math.max(0, place - (times - 1));
            all[step] = each * Math.min(place, times - 1) + (step == all.length - 1 ? end() : at(last));
        }
        return new Outlook(all);
    }

    /** The whole cycle [s]. */
    public double end() {
        return seconds[seconds.length - 1];
    }

    /** Time between two positions, if every cycle were like this one [s]. */
    double between(double position, double later) {
        return at(later) - at(position);
    }

    /** The position after some more seconds, if every cycle were like this one. */
    double after(double position, double more) {
        double goal = at(position) + more;
        double whole = Math.floor(goal / end());
        double left = goal - whole * end();
        int step = 0;
        while (step < seconds.length - 2 && seconds[step + 1] <= left) {
            step++;
        }
        double length = seconds[step + 1] - seconds[step];
        double part = length > 0 ? Math.min(1, (left - seconds[step]) / length) : 1;
        return whole + (step + part) / (seconds.length - 1);
    }

    private double at(double position) {
        double whole = Math.floor(position);
        double place = (position - whole) * (seconds.length - 1);
        int step = (int) place;
        return whole * end() + seconds[step] + (place - step) * (seconds[step + 1] - seconds[step]);
    }
}
