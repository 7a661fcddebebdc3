package dev.sluice.model.schedule;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Virtual time: future actions in the order of time, then of addition. */
final class Agenda {
    static final long MILLI = 1_000_000;
    static final long SECOND = 1000 * MILLI;

    private record Entry(long nanos, long number, Runnable action) {}

    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::nanos).thenComparingLong(Entry::number));
    private final SplittableRandom random;
    private long now = 1000 * SECOND;
    private long number;

    Agenda(SplittableRandom random) {
        this.random = random;
    }

    long now() {
        return now;
    }

    void at(long nanos, Runnable action) {
        entries.add(new Entry(Math.max(now, nanos), number++, action));
    }

    void in(long nanos, Runnable action) {
        at(now + nanos, action);
    }

    /** Runs an action at a random time in the next {@code nanos}. */
    void within(long nanos, Runnable action) {
        in(random.nextLong(nanos), action);
    }

    /** Runs the next action. */
    void step() {
        Entry next = entries.remove();
        now = next.nanos;
        next.action.run();
    }
}
