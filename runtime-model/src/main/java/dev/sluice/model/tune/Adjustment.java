package dev.sluice.model.tune;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One change of one knob, or the way back to the starting setting.
 *
 * @param seconds when, since the run began [s]
 * @param knob what changes, in one word
 * @param was the value of the knob
 * @param becomes its new value
 * @param why one sentence with its numbers
 * @param expected null if the change takes another one back
 */
public record Adjustment(
        double seconds,
        String knob,
        Setting from,
        Setting to,
        String was,
        String becomes,
        String why,
        @Nullable Expectation expected) {
    /** The knob with its old and its new value. */
    public String text() {
        return knob + ": " + was + " -> " + becomes;
    }

    /**
     * The effect of a change, beside the expected one, such as "9.7 % faster, 10.9 % expected" or "8.1 % slower, 4.2 %
     * slower expected". Gains are logarithms; a negative one is a loss.
     */
    static String effect(double gain, double promised) {
        boolean bothFaster = isFaster(gain) && isFaster(promised);
        return percent(gain)
                + (isFaster(gain) ? " faster, " : " slower, ")
                + percent(promised)
                + (bothFaster ? " expected" : isFaster(promised) ? " faster expected" : " slower expected");
    }

    /** A loss that would be printed as 0.0 % is none. */
    private static boolean isFaster(double gain) {
        return gain > -0.0005;
    }

    private static String percent(double gain) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * Math.abs(gain));
    }

    /** The gain that is expected, in words; empty if the change takes another one back. */
    public String promise() {
        return expected == null
                ? ""
                : String.format(Locale.ROOT, "%.1f %% less time", 100 * (1 - Math.exp(-expected.gain())));
    }
}
