package dev.sluice.api;

import java.util.function.BinaryOperator;

/**
 * Results that are folded into one value: each worker folds those it computes, and one value for each worker travels at
 * the end of the cycle. The merge must be associative and commutative, since the order depends on who computed what.
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
     * A fold whose value may depend, in its last digits, on the order: sums of floating-point numbers.
     *
     * @param identity the value of no results; merged with any other it gives that other
     * @param merge of two values into a third; changes neither; any thread
     */
    public static <R> Accumulation<R> of(R identity, BinaryOperator<R> merge) {
        return new Accumulation<>(identity, merge, false);
    }

    /** A fold that gives the same value in any order, such as one of whole numbers; else as {@link #of}. */
    public static <R> Accumulation<R> exact(R identity, BinaryOperator<R> merge) {
        return new Accumulation<>(identity, merge, true);
    }

    /** The value of no results. */
    public R identity() {
        return identity;
    }

    /** Whether the order makes no difference at all. */
    public boolean isExact() {
        return exact;
    }

    R merge(R one, R other) {
        return merge.apply(one, other);
    }
}
