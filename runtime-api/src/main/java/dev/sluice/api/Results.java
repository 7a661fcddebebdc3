package dev.sluice.api;

/**
 * How the results of a cycle's units come to the master; what {@link Application#results} returns. One of
 * {@link #each}, {@link #atCycleEnd} and an {@link Accumulation}.
 *
 * @param <R> result of a unit
 */
public abstract sealed class Results<R> permits Results.Each, Results.AtCycleEnd, Accumulation {
    Results() {}

    /** Each as soon as it is there: the usual way. */
    public static <R> Results<R> each() {
        return new Each<>();
    }

    /**
     * All when no unit of the cycle is left to compute: workers say what they have computed, keep the results (in a
     * file when they are many), and send them at the end. The network is left to the inputs meanwhile.
     */
    public static <R> Results<R> atCycleEnd() {
        return new AtCycleEnd<>();
    }

    static final class Each<R> extends Results<R> {}

    static final class AtCycleEnd<R> extends Results<R> {}

    /** Whether workers keep results until the end of the cycle. */
    public boolean kept() {
        return !(this instanceof Each);
    }
}
