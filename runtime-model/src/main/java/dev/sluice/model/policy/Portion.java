package dev.sluice.model.policy;

/** Arithmetic of chunk sizes. */
final class Portion {
    /** Bound of the relative rounding error in a product of weights. An excess below it must not add a unit. */
    private static final double NOISE = 1e-12;

    private Portion() {}

    /** ⌈weight·units/parts⌉, at least 1 and at most R. Exact for a weight of 1. */
    static long of(double weight, long units, long parts, Allocation allocation) {
        long portion = weight == 1 ? (units - 1) / parts + 1 : ceiling(weight * units / parts);
        return within(portion, allocation);
    }

    /** ⌈weight·units⌉, at least 1 and at most R. */
    static long of(double weight, long units, Allocation allocation) {
        return of(weight, units, 1, allocation);
    }

    static long within(long chunk, Allocation allocation) {
        return Math.max(1, Math.min(chunk, allocation.unassigned()));
    }

    /** ⌈units⌉, ignoring an excess within the rounding error. */
    static long ceiling(double units) {
        return (long) Math.ceil(units * (1 - NOISE));
    }
}
