package dev.sluice.api;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * The order in which a serial run computes the units of a cycle: the highest priority first, then the lowest index.
 * Confined to the run's thread.
 */
final class SerialOrder {
    private final Hosted<?, ?, ?> application;
    private final boolean priorities;
    /** Ranges [from, to) of units that are not computed yet, by priority. */
    private final TreeMap<Integer, Deque<long[]>> waiting = new TreeMap<>(Comparator.reverseOrder());

    private long known;
    private long taken;

    SerialOrder(Hosted<?, ?, ?> application) {
        this.application = application;
        this.priorities = application.hasPriorities();
    }

    void begin() {
        waiting.clear();
        known = 0;
        taken = 0;
    }

    /** Number of units taken so far. */
    long taken() {
        return taken;
    }

    /**
     * Takes the next unit, of which there is one.
     *
     * @param units of the cycle so far
     */
    long next(long units) throws ApplicationException {
        taken++;
        if (!priorities) {
            return taken - 1;
        }
        for (; known < units; known++) {
            Deque<long[]> ranges = waiting.computeIfAbsent(application.priority(known), key -> new ArrayDeque<>());
            long[] last = ranges.peekLast();
            if (last != null && last[1] == known) {
                last[1]++;
            } else {
                ranges.add(new long[] {known, known + 1});
            }
        }
        Map.Entry<Integer, Deque<long[]>> first = waiting.firstEntry();
        long[] range = first.getValue().element();
        long unit = range[0]++;
        if (range[0] == range[1]) {
            first.getValue().remove();
            if (first.getValue().isEmpty()) {
                waiting.remove(first.getKey());
            }
        }
        return unit;
    }
}
