package dev.sluice.model.record;

import dev.sluice.model.Plural;
import java.util.Locale;

/**
 * The cost of a tuner until now.
 *
 * @param knob what it tunes, such as policy or workers
 * @param looks how often it looked at the run
 * @param cpuSeconds processor time of its thread until its latest look [s]
 */
public record TunerCost(String knob, int looks, double cpuSeconds) {
    /** The cost in words, for a run of so many seconds. */
    public String words(double seconds) {
        double percent = seconds > 0 ? 100 * cpuSeconds / seconds : 0;
        return String.format(Locale.ROOT, "%s, which took %.2f %% of one processor", Plural.of(looks, "look"), percent);
    }
}
