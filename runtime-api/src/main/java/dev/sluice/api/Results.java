package dev.sluice.api;

/**
 * Chooses how the results of a cycle's units come to the master; {@link Application#results} returns it. There are
 * {@link #each}, {@link #atCycleEnd} and {@link Accumulation}.
 *
 * @param <R> result of a unit
 */
public abstract sealed class Results<R> permits Results.Each, Results.AtCycleEnd, Accumulation {
    Results() {}

    /** Sends each result as soon as it is computed. This is the default. */
    public static <R> Results<R> each() {
        return new Each<>();
    }

    /**
     * Sends all results at the end of the cycle. Workers report the units that they have computed and keep the results,
     * in a file if they are many. Until then the network carries inputs only.
     */
    public static <R> Results<R> atCycleEnd() {
        return new AtCycleEnd<>();
    }

    static final class Each<R> extends Results<R> {}

    static final class AtCycleEnd<R> extends Results<R> {}

    /** Tells whether workers keep results until the end of the cycle. */
    public boolean kept() {
        return !(this instanceof Each);
    }
}
