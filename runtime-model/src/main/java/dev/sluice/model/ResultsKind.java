package dev.sluice.model;

/** The ways in which results return (docs/results.md). */
public enum ResultsKind {
    /** Each result is sent when it is ready; large ones are offered first. */
    EACH,
    /** Deferral: the worker keeps results until no unit of the cycle is left to compute. */
    AT_CYCLE_END,
    /** Accumulation: the worker combines results into one value, which is sent at the end. */
    ACCUMULATED
}
