package dev.sluice.api;

import java.util.function.BinaryOperator;

/**
 * Accumulates results into one value. Each worker accumulates the results that it computes, and sends one value at the
 * end of the cycle. The merge must be associative and commutative, because the order depends on which worker computed
 * which unit.
 *
 * @param <R> result of a unit, and of any number of units
 */
public final class Accumulation<R> extends Results<R> {
    private final R identity;
    private final BinaryOperator<R> merge;
    private final boolean exact;

    private Accumulation(R identity, BinaryOperator<R> merge, boolean exact) {
        this.identity = identity;
        this.merge = merge;
        this.exact = exact;
    }

    /**
     * An accumulation whose value may differ in its last digits with the order, such as a sum of floating-point
     * numbers.
     *
     * @param identity the value of no results; merging it with any value gives that value
     * @param merge merges two values into a third and changes neither; called on any thread
     */
    public static <R> Accumulation<R> of(R identity, BinaryOperator<R> merge) {
        return new Accumulation<>(identity, merge, false);
    }

    /**
     * An accumulation that gives the same value in any order, such as a sum of whole numbers. Parameters as in
     * {@link #of}.
     */
    public static <R> Accumulation<R> exact(R identity, BinaryOperator<R> merge) {
        return new Accumulation<>(identity, merge, true);
    }

    /** The value of no results. */
    public R identity() {
        return identity;
    }

    /** Tells whether the value is the same for every order of merging. */
    public boolean isExact() {
        return exact;
    }

    R merge(R one, R other) {
        return merge.apply(one, other);
    }
}
