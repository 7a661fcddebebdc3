package dev.sluice.picture;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import java.util.List;

/**
 * The activity of each slot over time, and the sum over all slots as a bar.
 *
 * @param title a few words
 * @param summary what is to be seen, in a sentence or two; shown below the title
 * @param lanes one for each slot, in the order to show them
 * @param endNanos where the time axis ends [ns]; spans beyond it are cut
 * @param ledger of all slots together; {@link CauseTimes#ZERO} to sum up the lanes
 */
public record TaskStream(String title, String summary, List<Lane> lanes, long endNanos, CauseTimes ledger) {
    /**
     * A slot.
     *
     * @param name "host 1/0"
     * @param spans in any order, not overlapping; what lies between them is left blank
     */
    public record Lane(String name, List<Span> spans) {
        public Lane {
            spans = List.copyOf(spans);
        }
    }

    /**
     * A time spent on one thing.
     *
     * @param label shown when pointed at, "units 10–19"; may be empty
     */
    public record Span(long fromNanos, long toNanos, Cause cause, String label) {
        public Span {
            if (fromNanos < 0 || toNanos < fromNanos) {
                throw new IllegalArgumentException(
                        fromNanos + " to " + toNanos + " ns (expected: 0 or later, ascending)");
            }
        }
    }

    public TaskStream {
        lanes = List.copyOf(lanes);
        if (endNanos < 0) {
            throw new IllegalArgumentException("end: " + endNanos + " ns (expected: 0 or later)");
        }
    }

    /** Draws it. */
    public Picture picture() {
        return TaskStreamDrawing.of(this);
    }
}
