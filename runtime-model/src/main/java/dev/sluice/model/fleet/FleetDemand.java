package dev.sluice.model.fleet;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** How many tasks are wanted: a smaller number to grow to, and a larger number to shrink to. */
final class FleetDemand {
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
    int growTo() {
        return wanted(terms.minGain());
    }

    /** Tasks above which the fleet shrinks. */
    int shrinkTo() {
        return wanted(terms.minGain() / 2);
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
        latest = new Wanted(shrinkTo(), nowNanos);
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

    private int wanted(double minGain) {
        FleetEvent.Load now = load;
        if (now == null || now.backlogUnits() <= 0) {
            return terms.min();
        }
        long busy = (now.backlogUnits() - 1) / terms.slotsPerTask() + 1;
        long useful = Math.max(now.curve().knee(minGain), now.needed());
        return (int) Math.max(terms.min(), Math.min(terms.max(), Math.min(busy, useful)));
    }
}
