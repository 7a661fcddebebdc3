package dev.sluice.api;

import java.util.List;

/**
 * The answer of the source of an open cycle when it is asked for units ({@link Application#more}).
 *
 * @param units the next units, in the order of their indices; empty for none now
 * @param last whether the source has no unit after these
 */
public record More<U>(List<U> units, boolean last) {
    public More {
        units = List.copyOf(units);
    }

    /** Gives these units now, and perhaps more later. */
    public static <U> More<U> of(List<U> units) {
        return new More<>(units, false);
    }

    /** No unit now. The source is asked again at once, so it should have waited for some time. */
    public static <U> More<U> none() {
        return new More<>(List.of(), false);
    }

    /** The source has no more units in this cycle, which then ends as one without a source does. */
    public static <U> More<U> closed() {
        return new More<>(List.of(), true);
    }
}
