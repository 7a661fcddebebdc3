package dev.sluice.model.schedule;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The last events the scheduler was told, so that an error can carry the story that led to it. Confined to the
 * scheduler.
 */
final class Story {
    private static final int LENGTH = 24;
    private static final int LINE = 300;

    private final Deque<Event> events = new ArrayDeque<>(LENGTH);

    void add(Event event) {
        if (events.size() == LENGTH) {
            events.removeFirst();
        }
        events.addLast(event);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Event event : events) {
            String line = event.toString();
            text.append("\n  ").append(line, 0, Math.min(LINE, line.length()));
        }
        return text.toString();
    }
}
