package dev.sluice.model.fleet;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How many tasks are wanted: a smaller number to grow to, and a larger number to shrink to. */
final class FleetDemand {
    private static final double NANO = 1e-9;

    private final FleetTerms terms;
    private FleetEvent.@Nullable Load load;

    /** Numbers of wanted tasks during the idle time, each larger than those after it. */
    private final Deque<Wanted> recent = new ArrayDeque<>();

    /** The latest number; it may not be in {@link #recent} any more. */
    private @Nullable Wanted latest;

    /** Start of the observation; meaningless without a latest number. */
    private long sinceNanos;

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

    /** A number of wanted tasks, and until when it held. */
    private static final class Wanted {
        final int tasks;
        long untilNanos;

        Wanted(int tasks, long nowNanos) {
            this.tasks = tasks;
            this.untilNanos = nowNanos;
        }
    }

    /** Number of tasks that nobody wanted at any moment of the idle time. O(1) amortized. */
    int surplus(int size, long nowNanos) {
        if (latest == null) {
            sinceNanos = nowNanos;
        } else {
            latest.untilNanos = nowNanos;
        }
        latest = new Wanted(shrinkTo(nowNanos), nowNanos);
        while (!recent.isEmpty() && recent.getLast().tasks <= latest.tasks) {
            recent.removeLast();
        }
        recent.addLast(latest);
        while (nowNanos - recent.getFirst().untilNanos > terms.idleNanos()) {
            recent.removeFirst();
        }
        return nowNanos - sinceNanos >= terms.idleNanos() ? Math.max(0, size - recent.getFirst().tasks) : 0;
    }

    /** Begins to observe anew, after the fleet has grown. */
    void restart() {
        recent.clear();
        latest = null;
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
