package dev.sluice.model.schedule;

import org.jspecify.annotations.Nullable;

/** The last events of the scheduler, added to the messages of its errors. Confined to the scheduler. */
final class Story {
    private static final int LENGTH = 24;
    private static final int LINE = 300;

    /** A ring buffer. */
    private final @Nullable Event[] latest = new Event[LENGTH];

    private int next;

    void add(Event event) {
        latest[next] = event;
        next = next + 1 == LENGTH ? 0 : next + 1;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < LENGTH; i++) {
            Event event = latest[(next + i) % LENGTH];
            if (event != null) {
                String line = event.toString();
                text.append("\n  ").append(line, 0, Math.min(LINE, line.length()));
            }
        }
        return text.toString();
    }
}
