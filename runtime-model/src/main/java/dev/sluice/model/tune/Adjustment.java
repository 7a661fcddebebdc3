package dev.sluice.model.tune;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One change of one knob, or the way back to the starting setting.
 *
 * @param seconds when, since the run began [s]
 * @param knob what changes; of several, the first one
 * @param why one sentence with its numbers
 * @param expected null if the change takes another one back
 */
public record Adjustment(
        double seconds,
        Knob knob,
        Setting from,
        Setting to,
        String why,
        @Nullable Expectation expected) {
    /** The knob with its old and its new value. */
    public String text() {
        return knob.word() + ": " + from.text(knob) + " -> " + to.text(knob);
    }

    /** The gain that is expected, in words; empty if the change takes another one back. */
    public String promise() {
        return expected == null
                ? ""
                : String.format(Locale.ROOT, "%.1f %% less time", 100 * (1 - Math.exp(-expected.gain())));
    }
}
