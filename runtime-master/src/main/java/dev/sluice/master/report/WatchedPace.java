package dev.sluice.master.report;

import dev.sluice.master.RunProgress;
import java.util.ArrayDeque;

/**
 * The time left of a run whose finish time is watched, by its pace since it began and by its latest pace, which shows a
 * step of load. Units under way count as done or not: the time left is known no better. Confined to the master loop.
 */
final class WatchedPace {
    /** The latest pace is that of so many units of each slot. */
    private static final int RECENT = 5;

    /** Fewer units of each slot say nothing. */
    private static final int ENOUGH = 2;

    /** When each number of finished units was seen first. */
    private final ArrayDeque<Seen> seen = new ArrayDeque<>();

    private record Seen(double seconds, long finished) {}

    /** The run has come so far. */
    void note(RunProgress.Snapshot run, double seconds) {
        long finished = run.finishedInAll();
        if (seen.isEmpty() || seen.getLast().finished() < finished) {
            seen.addLast(new Seen(seconds, finished));
        }
        long from = finished - (long) RECENT * Math.max(1, run.slots());
        while (seen.size() > 1 && second().finished() <= from) {
            seen.removeFirst();
        }
    }

    private Seen second() {
        return seen.stream().skip(1).findFirst().orElseThrow();
    }

    /**
     * Seconds left, at least and at most; -1 while too little is finished.
     *
     * @param usual the same as pages show it, where the number of units that are left is not known
     * @param mannedSeconds for which the run has had a slot [s]
     */
    double[] left(RunProgress.Snapshot run, double[] usual, double seconds, double mannedSeconds) {
        int later = run.cyclesInAll() - run.cycle() - 1;
        if (run.open() || run.cyclesInAll() == 0 || run.cycle() < 0) {
            return usual;
        }
        double units = run.units() - run.finished() + (double) later * run.units();
        int slots = Math.max(1, run.slots());
        long finished = run.finishedInAll();
        if (finished < (long) ENOUGH * slots || mannedSeconds <= 0) {
            return new double[] {-1, -1};
        }
        double running = Math.min(slots, run.units() - run.finished());
        double low = units * mannedSeconds / (finished + running / 2);
        double high = low;
        Seen since = seen.peekFirst();
        long late = since == null ? 0 : finished - since.finished();
        if (late >= (long) ENOUGH * slots && since != null) {
            double passed = seconds - since.seconds();
            low = Math.min(low, units * passed / (late + running));
            high = Math.max(high, units * passed / late);
        }
        return new double[] {low * (1 - RunViews.SPREAD), high * (1 + RunViews.SPREAD)};
    }
}
