package dev.sluice.model.fleet;

import org.jspecify.annotations.Nullable;

/** How many tasks are wanted: a smaller number to grow to, and a larger number to shrink to. */
final class FleetDemand {
    private static final double NANO = 1e-9;

    private final FleetTerms terms;
    private FleetEvent.@Nullable Load load;

    /** Time since which the fleet was always larger than wanted; -1 if it is not. */
    private long surplusNanos = -1;

    /** The largest number of wanted tasks since then. */
    private int most;

    FleetDemand(FleetTerms terms) {
        this.terms = terms;
    }

    void load(FleetEvent.Load now) {
        load = now;
    }

    /** Tasks below which the fleet grows. */
    int growTo(long nowNanos) {
        return wanted(terms.minGain(), nowNanos);
    }

    /** Tasks above which the fleet shrinks. */
    int shrinkTo(long nowNanos) {
        return wanted(terms.minGain() / 2, nowNanos);
    }

    /** Number of tasks that nobody wanted during the whole idle time; follows the size of the fleet. */
    int surplus(int size, long nowNanos) {
        int wanted = shrinkTo(nowNanos);
        if (size <= wanted) {
            surplusNanos = -1;
            return 0;
        }
        if (surplusNanos < 0) {
            surplusNanos = nowNanos;
            most = wanted;
        }
        most = Math.max(most, wanted);
        return nowNanos - surplusNanos >= terms.idleNanos() ? size - most : 0;
    }

    /** Begins to observe a surplus anew, after the size has changed. */
    void restart() {
        surplusNanos = -1;
    }

    private int wanted(double minGain, long nowNanos) {
        FleetEvent.Load now = load;
        if (now == null || now.backlogUnits() <= 0) {
            return terms.min();
        }
        long busy = (now.backlogUnits() - 1) / terms.slotsPerTask() + 1;
        long useful = now.curve().knee(minGain);
        if (now.deadlineNanos() != Long.MAX_VALUE) {
            useful = Math.max(useful, inTime(now, nowNanos));
        }
        return (int) Math.max(terms.min(), Math.min(terms.max(), Math.min(busy, useful)));
    }

    /** Tasks that finish the backlog in time; all that add to the rate if none do. */
    private static int inTime(FleetEvent.Load load, long nowNanos) {
        double seconds = (load.deadlineNanos() - nowNanos) * NANO;
        int tasks = seconds > 0 ? load.curve().slotsFor(load.backlogUnits() / seconds) : Integer.MAX_VALUE;
        return tasks == Integer.MAX_VALUE ? load.curve().knee(0) : tasks;
    }
}
