package dev.sluice.model.simulate;

/** How results come back (docs/results.md). */
public enum ResultsKind {
    /** Each when it is there; what is large is offered first. */
    EACH,
    /** Kept by the worker until no unit of the cycle is left to compute. */
    AT_CYCLE_END,
    /** Folded by the worker into one value, which is sent then. */
    ACCUMULATED
}
